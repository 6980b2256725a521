/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formulas of the report on boxes of points at once.
 *
 * A truth value is 0, 1 or 2 (both occur, or it is not known).  Words are arcs on the circle of values: [first,
 * how many more], as BigInts; null is all of them.  Floating-point numbers are {a, b, nan}: from a to b, and
 * perhaps NaN.  Every result holds at least what the points of the box give, so 0 and 1 are certain. */
"use strict";
(() => {
  const size = (w) => 1n << BigInt(w);
  const mod = (x, w) => BigInt.asUintN(w, x);
  const arc = (low, high, w) => (high - low >= size(w) - 1n ? null : [mod(low, w), high - low]);
  const isFloat = (r) => r !== null && typeof r === "object" && !Array.isArray(r);
  const exact = (r) => Array.isArray(r) && r[1] === 0n;

  /* An arc as a range of numbers; everything where it goes around. */
  const unsigned = (r, w) => (Array.isArray(r) && r[0] + r[1] < size(w) ? [r[0], r[0] + r[1]] : [0n, size(w) - 1n]);
  const signed = (r, w) => {
    const half = size(w - 1);
    const low = Array.isArray(r) ? BigInt.asIntN(w, r[0]) : half;
    return low + (Array.isArray(r) ? r[1] : 0n) < half ? [low, low + r[1]] : [-half, half - 1n];
  };
  const corners = (x, y, f) => {
    const all = [f(x[0], y[0]), f(x[0], y[1]), f(x[1], y[0]), f(x[1], y[1])];
    return all.reduce(([l, h], v) => [v < l ? v : l, v > h ? v : h], [all[0], all[0]]);
  };
  const narrower = (p, q) => (q[1] - q[0] < p[1] - p[0] ? q : p);

  const times = (x, y, w) => {
    const product = (a, b) => a * b;
    const r = narrower(corners(unsigned(x, w), unsigned(y, w), product), corners(signed(x, w), signed(y, w), product));
    return arc(r[0], r[1], w);
  };
  const bitsOf = (x) => BigInt(x === 0n ? 0 : x.toString(2).length);

  const andWords = (x, y, w) => {
    if (exact(x) && exact(y)) return [x[0] & y[0], 0n];
    const [value, m] = exact(y) ? [x, y[0]] : exact(x) ? [y, x[0]] : [null, 0n];
    if (m && (m & (m + 1n)) === 0n && Array.isArray(value) && (value[0] & m) + value[1] <= m)
      return [value[0] & m, value[1]]; /* the low bits */
    const a = unsigned(x, w), b = unsigned(y, w);
    return arc(0n, a[1] < b[1] ? a[1] : b[1], w);
  };
  const orWords = (x, y, w) => {
    if (exact(x) && exact(y)) return [x[0] | y[0], 0n];
    const a = unsigned(x, w), b = unsigned(y, w), top = a[1] > b[1] ? a[1] : b[1];
    return arc(a[0] > b[0] ? a[0] : b[0], (1n << bitsOf(top)) - 1n, w);
  };
  const xorWords = (x, y, w) => {
    if (exact(x) && exact(y)) return [x[0] ^ y[0], 0n];
    for (const [v, c] of [[x, y], [y, x]])
      if (exact(c) && c[0] === size(w - 1) && Array.isArray(v)) return [mod(v[0] + c[0], w), v[1]];
    const a = unsigned(x, w), b = unsigned(y, w);
    return arc(0n, (1n << bitsOf(a[1] > b[1] ? a[1] : b[1])) - 1n, w);
  };

  const divideUnsigned = (x, y, w) => {
    const a = unsigned(x, w), b = unsigned(y, w);
    return b[0] === 0n ? null : arc(a[0] / b[1], a[1] / b[0], w);
  };
  const moduloUnsigned = (x, y, w) => {
    const a = unsigned(x, w), b = unsigned(y, w);
    if (b[0] === 0n) return null;
    if (exact(y) && a[0] / b[0] === a[1] / b[0]) return arc(a[0] % b[0], a[1] % b[0], w);
    return arc(0n, b[1] - 1n < a[1] ? b[1] - 1n : a[1], w);
  };
  const divideSigned = (x, y, w) => {
    if (!exact(y)) return null;
    const c = BigInt.asIntN(w, y[0]), a = signed(x, w);
    if (c === 0n) return null;
    const p = a[0] / c, q = a[1] / c;
    return p < q ? arc(p, q, w) : arc(q, p, w);
  };
  const moduloSigned = (x, y, w) => {
    if (!exact(y)) return null;
    const c = BigInt.asIntN(w, y[0]), a = signed(x, w), most = (c < 0n ? -c : c) - 1n;
    if (c === 0n) return null;
    const sameSign = a[0] >= 0n || a[1] <= 0n;
    if (sameSign && a[0] / c === a[1] / c) return arc(a[0] % c, a[1] % c, w);
    const high = a[1] < 0n ? 0n : most < a[1] ? most : a[1], low = a[0] > 0n ? 0n : -most > a[0] ? -most : a[0];
    return arc(low, high, w);
  };

  const shiftLeft = (x, y, w) =>
    exact(y) ? (y[0] >= BigInt(w) ? [0n, 0n] : times(x, [1n << y[0], 0n], w)) : null;
  const shiftRight = (x, y, w) => {
    const a = unsigned(x, w);
    if (!exact(y)) return arc(0n, a[1], w);
    return y[0] >= BigInt(w) ? [0n, 0n] : arc(a[0] >> y[0], a[1] >> y[0], w);
  };
  const shiftSigned = (x, y, w) => {
    if (!exact(y)) return null;
    const k = y[0] >= BigInt(w) ? BigInt(w - 1) : y[0], a = signed(x, w);
    return arc(a[0] >> k, a[1] >> k, w);
  };
  const extract = (x, low, w, from) => {
    if (low > 0n) {
      const a = unsigned(x, from);
      return arc(a[0] >> low, a[1] >> low, w);
    }
    return Array.isArray(x) ? arc(x[0], x[0] + x[1], w) : null;
  };

  /* The shorter of the two arcs that hold both. */
  const join = (x, y, w) => {
    if (!Array.isArray(x) || !Array.isArray(y)) return null;
    const over = (p, q) => {
      const start = mod(q[0] - p[0], w), end = start + q[1];
      return end > p[1] ? end : p[1];
    };
    const a = over(x, y), b = over(y, x);
    return a <= b ? arc(x[0], x[0] + a, w) : arc(y[0], y[0] + b, w);
  };
  const choose = (a, n) => {
    if (a[0] !== 2) return a[0] ? a[1] : a[2];
    if (n.w === 1 && !Array.isArray(a[1])) return a[1] === a[2] ? a[1] : 2;
    if (isFloat(a[1]) && isFloat(a[2]))
      return { a: Math.min(a[1].a, a[2].a), b: Math.max(a[1].b, a[2].b), nan: a[1].nan || a[2].nan };
    return join(a[1], a[2], n.w);
  };
  const equal = (a, n) => {
    if (n.aw === 1) return a[0] === 2 || a[1] === 2 ? 2 : Number(a[0] === a[1]);
    const [x, y] = a.map((r) => (isFloat(r) ? null : r));
    if (!Array.isArray(x) || !Array.isArray(y)) return 2;
    if (exact(x) && exact(y)) return Number(x[0] === y[0]);
    return mod(y[0] - x[0], n.aw) > x[1] && mod(x[0] - y[0], n.aw) > y[1] ? 0 : 2;
  };
  const below = (p, q, orEqual) => {
    if (orEqual ? p[1] <= q[0] : p[1] < q[0]) return 1;
    return (orEqual ? p[0] > q[1] : p[0] >= q[1]) ? 0 : 2;
  };

  /* Floating point. Rounding is monotone, so the ends of a range stay its ends. */
  const anything = { a: -Infinity, b: Infinity, nan: true };
  const asFloat = (r, w) => {
    if (isFloat(r)) return r;
    if (!Array.isArray(r) || r[0] + r[1] >= size(w)) return anything;
    const half = size(w - 1), low = r[0], high = r[0] + r[1];
    if (low < half !== high < half) return anything;
    const p = acf.toFloat(low, w), q = acf.toFloat(high, w);
    if (Number.isNaN(p)) return anything;
    if (Number.isNaN(q)) return low < half ? { a: p, b: Infinity, nan: true } : { a: -Infinity, b: p, nan: true };
    return low < half ? { a: p, b: q, nan: false } : { a: q, b: p, nan: false };
  };
  const rounded = (f, w) => (w === 32 ? Math.fround(f) : f);
  const floatCorners = (f) => (a, n) => {
    const [x, y] = a.map((r) => asFloat(r, n.aw));
    const all = [f(x.a, y.a), f(x.a, y.b), f(x.b, y.a), f(x.b, y.b)].map((v) => rounded(v, n.w));
    if (all.some(Number.isNaN)) return anything;
    return { a: Math.min(...all), b: Math.max(...all), nan: x.nan || y.nan };
  };
  /* Infinity minus infinity, or zero times it, may hide within the ranges. */
  const bounded = (f) => (a, n) => {
    const finite = a.every((r) => {
      const x = asFloat(r, n.aw);
      return Number.isFinite(x.a) && Number.isFinite(x.b);
    });
    return finite ? f(a, n) : anything;
  };
  const quotients = (a, n) => {
    const y = asFloat(a[1], n.aw);
    return y.a <= 0 && y.b >= 0 ? anything : floatCorners((p, q) => p / q)(a, n);
  };
  const root = (a, n) => {
    const x = asFloat(a[0], n.aw);
    if (x.b < 0) return anything;
    return { a: rounded(Math.sqrt(Math.max(x.a, 0)), n.w), b: rounded(Math.sqrt(x.b), n.w), nan: x.nan || x.a < 0 };
  };
  const floatBelow = (a, n, orEqual) => {
    const x = asFloat(a[0], n.aw), y = asFloat(a[1], n.aw);
    const r = below([x.a, x.b], [y.a, y.b], orEqual);
    return r === 1 && (x.nan || y.nan) ? 2 : r;
  };
  const floatEqual = (a, n) => {
    const x = asFloat(a[0], n.aw), y = asFloat(a[1], n.aw);
    if (x.b < y.a || y.b < x.a) return 0;
    return x.a === x.b && y.a === y.b && x.a === y.a && !x.nan && !y.nan ? 1 : 2;
  };
  const toInt = (a, n, low, high) => {
    const x = asFloat(a[0], n.aw), p = Math.trunc(x.a), q = Math.trunc(x.b);
    return x.nan || !(p >= low) || !(q < high) ? null : arc(BigInt(p), BigInt(q), n.w);
  };
  const fromInt = (range, w) => ({ a: acf.nearest(range[0], w), b: acf.nearest(range[1], w), nan: false });
  const widened = (a, n) => {
    const x = asFloat(a[0], n.aw);
    return { a: Math.floor(x.a), b: Math.ceil(x.b), nan: x.nan };
  };

  /* As an arc, and as a truth value: where the other form was met. */
  const asArc = (r) => (r === 2 || isFloat(r) ? null : typeof r === "number" ? [BigInt(r), 0n] : r);
  const asTruth = (r) => (typeof r === "number" ? r : exact(r) ? Number(r[0] & 1n) : 2);
  const words = (f) => (a, n) => f(asArc(a[0]), asArc(a[1]), n.w);
  const logic = (decisive) => (a) =>
    a.some((x) => x === decisive) ? decisive : a.some((x) => x === 2) ? 2 : 1 - decisive;
  const operations = {
    not: (a, n) =>
      n.w === 1 ? (a[0] === 2 ? 2 : 1 - a[0]) : Array.isArray(a[0]) ? [mod(-1n - a[0][0] - a[0][1], n.w), a[0][1]] : null,
    and: (a, n) => (n.w === 1 ? logic(0)(a) : words(andWords)(a, n)),
    or: (a, n) => (n.w === 1 ? logic(1)(a) : words(orWords)(a, n)),
    xor: (a, n) => (n.w === 1 ? (a[0] === 2 || a[1] === 2 ? 2 : a[0] ^ a[1]) : words(xorWords)(a, n)),
    ite: choose,
    eq: equal,
    ult: (a, n) => below(unsigned(a[0], n.aw), unsigned(a[1], n.aw), false),
    ule: (a, n) => below(unsigned(a[0], n.aw), unsigned(a[1], n.aw), true),
    slt: (a, n) => below(signed(a[0], n.aw), signed(a[1], n.aw), false),
    sle: (a, n) => below(signed(a[0], n.aw), signed(a[1], n.aw), true),
    add: words((x, y, w) => (x && y ? arc(x[0] + y[0], x[0] + x[1] + y[0] + y[1], w) : null)),
    sub: words((x, y, w) => (x && y ? arc(x[0] - y[0] - y[1], x[0] + x[1] - y[0], w) : null)),
    mul: words(times),
    udiv: words(divideUnsigned),
    urem: words(moduloUnsigned),
    sdiv: words(divideSigned),
    srem: words(moduloSigned),
    shl: words(shiftLeft),
    lshr: words(shiftRight),
    ashr: words(shiftSigned),
    concat: (a, n) => {
      const word = (r, w) => (w === 1 ? (r === 2 ? [0n, 1n] : [BigInt(r), BigInt(r)]) : unsigned(r, w));
      const h = word(a[0], n.aw), l = word(a[1], n.bw), k = BigInt(n.bw);
      return arc((h[0] << k) + l[0], (h[1] << k) + l[1], n.w);
    },
    zext: (a, n) => {
      if (n.aw === 1) return a[0] === 2 ? arc(0n, 1n, n.w) : [BigInt(a[0]), 0n];
      const r = unsigned(a[0], n.aw);
      return arc(r[0], r[1], n.w);
    },
    sext: (a, n) => {
      if (n.aw === 1) return a[0] === 2 ? arc(-1n, 0n, n.w) : arc(-BigInt(a[0]), -BigInt(a[0]), n.w);
      const r = signed(a[0], n.aw);
      return arc(r[0], r[1], n.w);
    },
    extract: (a, n) => {
      const r = isFloat(a[0]) ? null : extract(a[0], BigInt(n.param), Math.max(n.w, 2), n.aw);
      if (n.w > 1) return r;
      if (!Array.isArray(r) || r[1] > 0n) return 2;
      return Number(r[0] & 1n);
    },
    fadd: bounded(floatCorners((x, y) => x + y)),
    fsub: bounded(floatCorners((x, y) => x - y)),
    fmul: bounded(floatCorners((x, y) => x * y)),
    fdiv: bounded(quotients),
    fsqrt: root,
    fround: widened,
    fcvt: (a, n) => {
      const x = asFloat(a[0], n.aw);
      return { a: rounded(x.a, n.w), b: rounded(x.b, n.w), nan: x.nan };
    },
    feq: floatEqual,
    flt: (a, n) => floatBelow(a, n, false),
    fle: (a, n) => floatBelow(a, n, true),
    ftosi: (a, n) => toInt(a, n, -(2 ** (n.w - 1)), 2 ** (n.w - 1)),
    ftoui: (a, n) => toInt(a, n, 0, 2 ** n.w),
    sitof: (a, n) => fromInt(signed(a[0], n.aw), n.w),
    uitof: (a, n) => fromInt(unsigned(a[0], n.aw), n.w),
  };

  /* All nodes on a box: by input what it may be, in the forms above. What is not known here is anything. */
  acf.evaluateBox = (nodes, box) => {
    const v = new Array(nodes.length);
    for (let i = 0; i < nodes.length; i++) {
      const n = nodes[i], f = operations[n.op];
      if (n.op === "const") v[i] = n.w === 1 ? Number(n.value) : [BigInt(n.value), 0n];
      else if (n.op === "input") v[i] = box[n.param];
      else v[i] = f ? f(n.args.map((k) => v[k]), n) : null;
      if (n.w === 1) v[i] = asTruth(v[i]);
    }
    return v;
  };
})();
