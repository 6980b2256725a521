/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formulas of the report at single points, exactly.
 *
 * A formula is a graph of bit-vector operations, arguments before their users.  Values of up to 32 bits are
 * unsigned Numbers, wider ones BigInts; truth values are 0 and 1; arrays are chains of stores. */
"use strict";
var acf = {};

(() => {
  const view = new DataView(new ArrayBuffer(8));
  const wide = (w) => w > 32;
  const mask = (w) => (w === 32 ? 0xffffffff : 2 ** w - 1);
  const signed = (x, w) => (wide(w) ? BigInt.asIntN(w, x) : (x << (32 - w)) >> (32 - w));
  const trim = (x, w) => (wide(w) ? BigInt.asUintN(w, x) : (x & mask(w)) >>> 0);
  /* To the representation of a width, from any. */
  const fit = (x, w) => (wide(w) ? BigInt.asUintN(w, BigInt(x)) : Number(BigInt.asUintN(w, BigInt(x))));

  /* Floating point: between the bits and the number. */
  const toFloat = (x, w) => {
    if (w === 32) {
      view.setUint32(0, x);
      return view.getFloat32(0);
    }
    view.setBigUint64(0, x);
    return view.getFloat64(0);
  };
  const toBits = (f, w) => {
    if (w === 32) {
      if (Number.isNaN(f)) return 0x7fc00000;
      view.setFloat32(0, f);
      return view.getUint32(0);
    }
    if (Number.isNaN(f)) return 0x7ff8000000000000n;
    view.setFloat64(0, f);
    return view.getBigUint64(0);
  };
  const halfEven = (x) => {
    const low = Math.floor(x), d = x - low;
    const r = d < 0.5 || (d === 0.5 && low % 2 === 0) ? low : low + 1;
    return r === 0 && (x < 0 || Object.is(x, -0)) ? -0 : r;
  };
  const halfAway = (x) => (Math.abs(x - Math.trunc(x)) >= 0.5 ? Math.trunc(x) + Math.sign(x) : Math.trunc(x));
  const rounders = [halfEven, halfAway, Math.floor, Math.ceil, Math.trunc];
  const round = (x, mode) => (Math.abs(x) < 2 ** 52 ? rounders[mode](x) : x);
  const toInt = (f, w, isSigned) => {
    const t = Math.trunc(f);
    const low = isSigned ? -(2 ** (w - 1)) : 0, high = isSigned ? 2 ** (w - 1) : 2 ** w;
    return t >= low && t < high ? fit(t, w) : fit(1n << BigInt(w - 1), w);
  };

  /* A BigInt as the nearest float, ties to even: by way of a double only where that does not round twice. */
  const nearest = (x, w) => {
    if (w === 64 || (x < 1n << 53n && x > -(1n << 53n))) return w === 64 ? Number(x) : Math.fround(Number(x));
    const abs = x < 0n ? -x : x;
    const cut = BigInt(abs.toString(2).length - 40); /* enough bits, and whether more follow */
    const kept = Number((abs >> cut) | (abs & ((1n << cut) - 1n) ? 1n : 0n));
    return Math.fround((x < 0n ? -kept : kept) * 2 ** Number(cut));
  };

  const divide = (x, y, w, all) => (y == 0 ? all : wide(w) ? x / y : Math.floor(x / y));
  const quotient = (x, y, w) => {
    const a = signed(x, w), b = signed(y, w);
    if (b == 0) return fit(a < 0 ? 1 : -1, w);
    return fit(wide(w) ? a / b : Math.trunc(a / b), w);
  };
  const remainder = (x, y, w) => {
    const a = signed(x, w), b = signed(y, w);
    return b == 0 ? x : fit(a % b || 0, w);
  };
  const shift = (op, x, y, w) => {
    const far = y >= w;
    if (op === "ashr") return trim(signed(x, w) >> (wide(w) ? (far ? BigInt(w - 1) : y) : far ? w - 1 : y), w);
    if (far) return fit(0, w);
    if (op === "shl") return trim(x << y, w);
    return wide(w) ? x >> y : x >>> y;
  };
  const extract = (x, low, w, from) => {
    if (wide(from)) return fit(x >> BigInt(low), w);
    return trim(x >>> low, w);
  };
  const select = (array, index) => {
    let a = array;
    while (a.below) {
      if (a.index == index) return a.value;
      a = a.below;
    }
    return a.value;
  };

  /* op: (arguments, node) => value; node.w is the width of the result, node.aw that of the first argument. */
  const float2 = (f) => (a, n) => toBits(n.w === 32 ? Math.fround(f(a)) : f(a), n.w);
  const floats = (a, n) => a.map((x) => toFloat(x, n.aw));
  const operations = {
    not: (a, n) => (n.w === 1 ? 1 - a[0] : wide(n.w) ? BigInt.asUintN(n.w, ~a[0]) : (~a[0] & mask(n.w)) >>> 0),
    and: (a, n) => (n.w === 1 ? Number(a.every((x) => x)) : wide(n.w) ? a[0] & a[1] : (a[0] & a[1]) >>> 0),
    or: (a, n) => (n.w === 1 ? Number(a.some((x) => x)) : wide(n.w) ? a[0] | a[1] : (a[0] | a[1]) >>> 0),
    xor: (a, n) => (wide(n.w) ? a[0] ^ a[1] : (a[0] ^ a[1]) >>> 0),
    ite: (a) => (a[0] ? a[1] : a[2]),
    eq: (a) => Number(a[0] === a[1]),
    ult: (a) => Number(a[0] < a[1]),
    ule: (a) => Number(a[0] <= a[1]),
    slt: (a, n) => Number(signed(a[0], n.aw) < signed(a[1], n.aw)),
    sle: (a, n) => Number(signed(a[0], n.aw) <= signed(a[1], n.aw)),
    add: (a, n) => trim(a[0] + a[1], n.w),
    sub: (a, n) => trim(a[0] - a[1], n.w),
    mul: (a, n) => trim(wide(n.w) ? a[0] * a[1] : Math.imul(a[0], a[1]), n.w),
    udiv: (a, n) => divide(a[0], a[1], n.w, wide(n.w) ? BigInt.asUintN(n.w, -1n) : mask(n.w)),
    urem: (a) => (a[1] == 0 ? a[0] : a[0] % a[1]),
    sdiv: (a, n) => quotient(a[0], a[1], n.w),
    srem: (a, n) => remainder(a[0], a[1], n.w),
    shl: (a, n) => shift("shl", a[0], a[1], n.w),
    lshr: (a, n) => shift("lshr", a[0], a[1], n.w),
    ashr: (a, n) => shift("ashr", a[0], a[1], n.w),
    concat: (a, n) => fit((BigInt(a[0]) << BigInt(n.bw)) | BigInt(a[1]), n.w),
    extract: (a, n) => extract(a[0], Number(n.param), n.w, n.aw),
    zext: (a, n) => (wide(n.w) ? BigInt(a[0]) : a[0]),
    sext: (a, n) => fit(signed(a[0], n.aw), n.w),
    fadd: (a, n) => float2((f) => f[0] + f[1])(floats(a, n), n),
    fsub: (a, n) => float2((f) => f[0] - f[1])(floats(a, n), n),
    fmul: (a, n) => float2((f) => f[0] * f[1])(floats(a, n), n),
    fdiv: (a, n) => float2((f) => f[0] / f[1])(floats(a, n), n),
    fsqrt: (a, n) => float2((f) => Math.sqrt(f[0]))(floats(a, n), n),
    fround: (a, n) => toBits(round(toFloat(a[0], n.aw), Number(n.param)), n.w),
    fcvt: (a, n) => float2((f) => f[0])(floats(a, n), n),
    feq: (a, n) => Number(toFloat(a[0], n.aw) === toFloat(a[1], n.aw)),
    flt: (a, n) => Number(toFloat(a[0], n.aw) < toFloat(a[1], n.aw)),
    fle: (a, n) => Number(toFloat(a[0], n.aw) <= toFloat(a[1], n.aw)),
    ftosi: (a, n) => toInt(toFloat(a[0], n.aw), n.w, true),
    ftoui: (a, n) => toInt(toFloat(a[0], n.aw), n.w, false),
    sitof: (a, n) => toBits(nearest(BigInt(signed(a[0], n.aw)), n.w), n.w),
    uitof: (a, n) => toBits(nearest(BigInt(a[0]), n.w), n.w),
    array: (a) => ({ value: a[0] }),
    select: (a) => select(a[0], a[1]),
    store: (a) => ({ below: a[0], index: a[1], value: a[2] }),
  };

  /* The nodes of the data block: [operation, width, parameter, arguments...]; an input's parameter is its number. */
  acf.readNodes = (rows) => {
    const nodes = [];
    for (const [op, w, param, ...args] of rows) {
      const n = { op, w, param, args };
      n.aw = args.length ? nodes[op === "ite" ? args[1] : args[0]].w : 0;
      n.bw = args.length > 1 ? nodes[args[1]].w : 0;
      if (op === "const") n.value = fit(param, w);
      n.run = operations[op];
      nodes.push(n);
    }
    return nodes;
  };

  /* All nodes at a point: by input a BigInt. */
  acf.evaluate = (nodes, point, into) => {
    const v = into || new Array(nodes.length);
    for (let i = 0; i < nodes.length; i++) {
      const n = nodes[i];
      if (n.op === "const") v[i] = n.value;
      else if (n.op === "input") v[i] = wide(n.w) ? point[n.param] : Number(point[n.param]);
      else v[i] = n.run(n.args.map((k) => v[k]), n);
    }
    return v;
  };

  acf.nearest = nearest;
  acf.toFloat = (x, w) => toFloat(w === 32 ? Number(x) : x, w);
  acf.toBits = (f, w) => BigInt(toBits(f, w));
})();
