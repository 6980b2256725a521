/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The axis of an input: values, their places in order, and pixels.
 *
 * A place is a BigInt from 0 to 2^width - 1, increasing with the number that a value means; a value is the
 * input's bits.  A window is {low, high} in places, both included. */
"use strict";
(() => {
  const all = (input) => (1n << BigInt(input.width)) - 1n;
  const signBit = (input) => 1n << BigInt(input.width - 1);
  const clamp = (x, low, high) => (x < low ? low : x > high ? high : x);

  acf.toValue = (input, place) => {
    const s = signBit(input);
    if (input.width === 1) return place;
    if (input.float) return place & s ? place ^ s : ~place & all(input);
    return input.signed ? place ^ s : place;
  };
  acf.toPlace = (input, value) => {
    const s = signBit(input);
    if (input.width === 1) return value;
    if (input.float) return value & s ? ~value & all(input) : value | s;
    return input.signed ? value ^ s : value;
  };
  /* The number at a place, as a BigInt or, of floating point, a Number. */
  acf.number = (input, place) => {
    const value = acf.toValue(input, place);
    if (input.float) return acf.toFloat(value, input.width);
    return input.signed && input.width > 1 ? BigInt.asIntN(input.width, value) : value;
  };

  /* The shortest text that means the number. */
  const shortest = (f) => {
    for (let digits = 1; digits < 10; digits++)
      if (Math.fround(Number(f.toPrecision(digits))) === f) return String(Number(f.toPrecision(digits)));
    return String(f);
  };
  acf.show = (input, place) => {
    const n = acf.number(input, place);
    if (Object.is(n, -0)) return "-0";
    return input.float && input.width === 32 && Number.isFinite(n) ? shortest(n) : String(n);
  };
  /* What a person typed, as a place; null: no value of the input. */
  acf.parse = (input, text) => {
    const t = text.trim();
    if (input.float) {
      if (t === "" || (Number.isNaN(Number(t)) && t !== "NaN")) return null;
      return acf.toPlace(input, acf.toBits(input.width === 32 ? Math.fround(Number(t)) : Number(t), input.width));
    }
    if (!/^[-+]?(0[xX][0-9a-fA-F]+|[0-9]+)$/.test(t)) return null;
    const n = t.startsWith("-") ? -BigInt(t.slice(1)) : BigInt(t.replace(/^\+/, ""));
    const low = input.signed && input.width > 1 ? -signBit(input) : 0n;
    if (n < low || n > all(input)) return null;
    return acf.toPlace(input, BigInt.asUintN(input.width, n));
  };

  /* What the values between two places are, for evaluateBox. */
  acf.range = (input, low, high) => {
    if (input.width === 1) return low === high ? Number(low) : 2;
    if (!input.float) return low === 0n && high === all(input) ? null : [acf.toValue(input, low), high - low];
    const a = acf.number(input, low), b = acf.number(input, high);
    if (Number.isNaN(a) && Number.isNaN(b) && low < signBit(input) === high < signBit(input))
      return { a: -Infinity, b: Infinity, nan: true };
    const nan = Number.isNaN(a) || Number.isNaN(b);
    return { a: Number.isNaN(a) ? -Infinity : a, b: Number.isNaN(b) ? Infinity : b, nan };
  };

  acf.wholeAxis = (input) => ({ low: 0n, high: all(input) });

  /* ---- scales: places to coordinates, and back ---- */

  const zero = (input) => (input.float || (input.signed && input.width > 1) ? signBit(input) : 0n);
  const toLog = (input, place) => {
    const d = Number(place - zero(input));
    return Math.sign(d) * Math.log2(1 + Math.abs(d));
  };
  const fromLog = (input, t) => {
    const d = 2 ** Math.abs(t) - 1;
    const n = BigInt(Math.round(Math.min(d, 2 ** 64)));
    return zero(input) + (t < 0 ? -n : n);
  };
  /* A float's places are logarithmic by themselves. */
  const isLog = (axis) => axis.scale === "log" && !axis.input.float && axis.high - axis.low > 64n;

  /* The first place of each of n equal steps over the window, and one past its end. */
  acf.edges = (axis, n) => {
    const { input, low, high } = axis, edges = new Array(n + 1);
    const count = high - low + 1n, log = isLog(axis);
    const t0 = log ? toLog(input, low) : 0, t1 = log ? toLog(input, high) : 0;
    for (let i = 0; i <= n; i++)
      edges[i] = log
        ? clamp(fromLog(input, t0 + ((t1 - t0) * i) / n), low, high + 1n)
        : low + (count * BigInt(i)) / BigInt(n);
    edges[0] = low;
    edges[n] = high + 1n;
    return edges;
  };
  /* Where a place stands: 0 at the left end of the window, 1 at the right; half: the middle of its step. */
  acf.position = (axis, place, half) => {
    const { input, low, high } = axis;
    if (isLog(axis)) {
      const t0 = toLog(input, low), t1 = toLog(input, high);
      return (toLog(input, place) - t0) / (t1 - t0);
    }
    const scaled = ((place - low) * (1n << 40n)) / (high - low + 1n);
    return Number(scaled) / 2 ** 40 + (half ? 0.5 / Number(high - low + 1n) : 0);
  };
  acf.placeAt = (axis, position) => {
    const { input, low, high } = axis;
    if (isLog(axis)) {
      const t0 = toLog(input, low), t1 = toLog(input, high);
      return clamp(fromLog(input, t0 + (t1 - t0) * position), low, high);
    }
    const steps = BigInt(Math.floor(position * 2 ** 40));
    return low + ((high - low + 1n) * steps) / (1n << 40n);
  };

  /* Both ends of a window moved to positions of it; kept within the axis. */
  acf.moveWindow = (axis, from, to) => {
    const most = all(axis.input);
    let low, high;
    if (isLog(axis)) {
      const t0 = toLog(axis.input, axis.low), t1 = toLog(axis.input, axis.high);
      low = fromLog(axis.input, t0 + (t1 - t0) * from);
      high = fromLog(axis.input, t0 + (t1 - t0) * to);
    } else {
      const count = axis.high - axis.low + 1n;
      const at = (p) => (count * BigInt(Math.round(p * 2 ** 40))) / (1n << 40n);
      low = axis.low + at(from);
      high = axis.low + at(to) - 1n;
      /* a pan keeps the width, also at the end of the axis */
      if (Math.abs(to - from - 1) < 1e-9) {
        const shift = low < 0n ? -low : high > most ? most - high : 0n;
        low += shift;
        high += shift;
      }
    }
    low = clamp(low, 0n, most);
    high = clamp(high, 0n, most);
    if (high - low < 3n) {
      low = clamp((low + high) / 2n - 2n, 0n, most);
      high = clamp(low + 4n, 0n, most);
    }
    axis.low = low;
    axis.high = high;
  };

  /* ---- ticks ---- */

  const superscript = (n) => String(n).replace(/[-0-9]/g, (c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]);
  const short = (n) => {
    if (typeof n === "number") return Math.abs(n) >= 1e5 || (n !== 0 && Math.abs(n) < 1e-3) ? n.toExponential(1) : String(+n.toPrecision(6));
    const digits = String(n < 0n ? -n : n), sign = n < 0n ? "−" : "";
    const round = /^([1-9])([0-9]{0,2}?)(0*)$/.exec(digits);
    if (round && digits.length > 4) {
      const [, first, more, zeros] = round, head = first + (more ? "." + more : "");
      return sign + (head === "1" ? "" : head + "·") + "10" + superscript(more.length + zeros.length);
    }
    const grouped = (t) => t.replace(/\B(?=(\d{3})+$)/g, "\u202f");
    return digits.length > 10 ? sign + "…" + grouped(digits.slice(-6)) : sign + grouped(digits);
  };
  const niceStep = (count, wanted) => {
    let step = 1n;
    for (const factors = [2n, 5n, 10n]; ; step *= 10n)
      for (const f of [1n, ...factors.slice(0, 2)]) if (count / (step * f) <= wanted) return step * f;
  };
  const linearTicks = (axis, wanted) => {
    const { input, low, high } = axis, offset = zero(input), ticks = [];
    const step = niceStep(high - low, BigInt(Math.floor(wanted)));
    let n = ((low - offset) / step) * step;
    for (; n <= high - offset; n += step) if (n >= low - offset) ticks.push(n + offset);
    return ticks;
  };
  const logTicks = (axis) => {
    const offset = zero(axis.input), ticks = [offset];
    for (let n = 10n; n <= all(axis.input); n *= 10n) ticks.push(offset + n, offset - n);
    return ticks;
  };
  const floatTicks = (axis) => {
    const w = axis.input.width, ticks = [];
    for (const e of [-30, -10, -3, 0, 1, 3, 10, 30])
      for (const v of [10 ** e, -(10 ** e)]) ticks.push(acf.toPlace(axis.input, acf.toBits(w === 32 ? Math.fround(v) : v, w)));
    ticks.push(zero(axis.input));
    for (const p of acf.edges(axis, 4)) ticks.push(p > axis.high ? axis.high : p);
    return ticks;
  };
  /* {place, label, at}: those in the window that stand far enough apart. */
  acf.ticks = (axis, wanted) => {
    const raw = axis.input.float ? floatTicks(axis) : isLog(axis) ? logTicks(axis) : linearTicks(axis, wanted);
    const chosen = [];
    const far = (at) => chosen.every((t) => Math.abs(t.at - at) > 0.7 / wanted);
    for (const place of raw) {
      if (place < axis.low || place > axis.high) continue;
      const at = acf.position(axis, place, true);
      if (far(at)) chosen.push({ place, at, label: short(acf.number(axis.input, place)) });
    }
    return chosen;
  };
})();
