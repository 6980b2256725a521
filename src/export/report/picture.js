/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of the failing space: a number line of one input, or a map of two.
 *
 * Boxes of cells are halved until range arithmetic (or, of one input, the intervals that acf computed) settles
 * all points of a box; only cells that it cannot settle are sampled.  States are as in the data block: 0 nothing
 * fails, 2i + 1 may fail, 2i + 2 certainly fails, by partition i. */
"use strict";
(() => {
  const CELL = 2; /* pixels */
  const SLICE_MS = 12;

  acf.stateAt = (model, places) => {
    const point = model.inputs.map((input, i) => acf.toValue(input, places[i]));
    const v = acf.evaluate(model.nodes, point);
    const i = model.partitions.findIndex((p) => v[p.lower] || v[p.upper]);
    return i < 0 ? 0 : v[model.partitions[i].lower] ? 2 * i + 2 : 2 * i + 1;
  };

  /* Where acf had no time to find the ends of a partition on an axis: what range arithmetic can cut off. */
  const MANY_NODES = 2000;
  acf.shrinkHull = (model, partition, index) => {
    const { upper } = model.partitions[partition], whole = model.inputs.map((input) => acf.range(input, 0n, acf.wholeAxis(input).high));
    const empty = (low, high) => {
      const box = whole.slice();
      box[index] = acf.range(model.inputs[index], low, high);
      return acf.evaluateBox(model.nodes, box)[upper] === 0;
    };
    let [low, high] = model.partitions[partition].hull[index];
    if (model.nodes.length > MANY_NODES) return [low, high];
    const first = low, last = high;
    for (let step = 1n << BigInt(model.inputs[index].width - 1); step > 0n; step >>= 1n) {
      if (low + step <= last && empty(first, low + step - 1n)) low += step;
      if (high - step >= low && empty(high - step + 1n, last)) high -= step;
    }
    return [low, high];
  };

  /* The state of all points of a box, null: not settled. */
  const settleBox = (model, ranges) => {
    const v = acf.evaluateBox(model.nodes, ranges);
    let none = true;
    for (let i = 0; i < model.partitions.length; i++) {
      const { upper, lower } = model.partitions[i];
      if (v[lower] === 1) return 2 * i + 2;
      if (v[upper] === 1 && v[lower] === 0) return 2 * i + 1;
      none = none && v[upper] === 0 && v[lower] === 0;
    }
    return none ? 0 : null;
  };
  /* Of one input, from its intervals: {state} or {some: states that occur}; null where they are open. */
  const settleLine = (line, low, high) => {
    const states = new Set();
    for (const part of line)
      if (part.high >= low && part.low <= high) states.add(part.state);
    if (states.has(-1)) return null;
    return states.size === 1 ? { state: [...states][0] } : { some: [...states] };
  };
  const strongest = (states) => states.reduce((a, b) => (b === 0 ? a : a === 0 || b % 2 < a % 2 ? b : a), 0);

  /* Steps of a window that hold at least one value: {low, high} in places, from and to in pixels. */
  const cellsOf = (axis, pixels, size) => {
    const n = Math.max(1, Math.floor(pixels / size)), edges = acf.edges(axis, n), cells = [];
    for (let i = 0; i < n; i++) {
      if (i > 0 && edges[i] === edges[i - 1]) {
        cells[cells.length - 1].to = ((i + 1) * pixels) / n;
        continue;
      }
      if (cells.length) cells[cells.length - 1].high = edges[i] - 1n;
      cells.push({ low: edges[i], high: axis.high, from: (i * pixels) / n, to: ((i + 1) * pixels) / n });
    }
    return cells;
  };

  const colours = (canvas) => {
    const style = getComputedStyle(canvas);
    const get = (name) => style.getPropertyValue("--" + name).trim();
    return { must: get("must"), may: get("may"), mustDim: get("must-dim"), mayDim: get("may-dim"), open: get("open"),
      none: get("plot"), ink: get("ink"), soft: get("soft"), grid: get("grid"), accent: get("accent"), font: style.fontFamily };
  };
  const fillOf = (c, state, selected) => {
    if (state === 0) return c.none;
    const dim = selected >= 0 && Math.floor((state - 1) / 2) !== selected;
    return state % 2 ? (dim ? c.mayDim : c.may) : dim ? c.mustDim : c.must;
  };

  /* model: the data block; view: {x, y (null: a line), others, places (by input), free (others take any value),
   * selected, point (shown)}; done: called with {exact, sampled} areas when a drawing is complete. */
  acf.Picture = function (canvas, model, view, done) {
    const ctx = canvas.getContext("2d");
    const plot = { left: 64, top: 14, width: 0, height: 0 };
    let generation = 0;
    this.plot = plot;

    const layout = () => {
      const scale = window.devicePixelRatio || 1;
      const width = canvas.clientWidth, height = canvas.clientHeight;
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      ctx.setTransform(scale, 0, 0, scale, 0, 0);
      plot.left = view.y ? 68 : 18;
      plot.top = view.y ? 14 : 34;
      plot.width = Math.max(40, width - plot.left - 18);
      plot.height = Math.max(20, height - plot.top - 34);
    };

    const rangesOf = (xl, xh, yl, yh) =>
      model.inputs.map((input, i) => {
        if (i === view.x.index) return acf.range(input, xl, xh);
        if (view.y && i === view.y.index) return acf.range(input, yl, yh);
        return view.free ? acf.range(input, 0n, acf.wholeAxis(input).high) : acf.range(input, view.places[i], view.places[i]);
      });
    const placesAt = (x, y, others) => {
      const places = (others || view.places).slice();
      places[view.x.index] = x;
      if (view.y) places[view.y.index] = y;
      return places;
    };
    const isPoint = (cx, cy) => cx.low === cx.high && (!cy || cy.low === cy.high) && (!view.free || model.inputs.length <= 2);

    /* The strongest of what occurs at some points of a cell. */
    const sample = (cx, cy) => {
      const xs = [cx.low, (cx.low + cx.high) / 2n, cx.high], ys = cy ? [cy.low, (cy.low + cy.high) / 2n, cy.high] : [0n];
      const others = view.free ? [view.places, ...model.partitions.flatMap((p) => p.examples)].slice(0, 6) : [view.places];
      const states = [];
      const points = xs.flatMap((x) => ys.map((y) => [x, y]));
      if (cy) { /* equal inputs are what thin regions are often made of */
        const low = cx.low > cy.low ? cx.low : cy.low, high = cx.high < cy.high ? cx.high : cy.high;
        if (low <= high) points.push([low, low], [high, high]);
      }
      for (const o of others) for (const [x, y] of points) states.push(acf.stateAt(model, placesAt(x, y, o)));
      return strongest(states);
    };

    /* On whole pixels of the screen: neighbours leave no seam. */
    const snap = (x) => {
      const scale = window.devicePixelRatio || 1;
      return Math.round(x * scale) / scale;
    };
    const fill = (colour, cx0, cx1, cy0, cy1) => {
      const x0 = snap(plot.left + cx0.from), x1 = snap(plot.left + cx1.to);
      const y1 = snap(view.y ? plot.top + plot.height - cy0.from : plot.top + plot.height);
      const y0 = snap(view.y ? plot.top + plot.height - cy1.to : plot.top);
      ctx.fillStyle = colour;
      ctx.fillRect(x0, y0, x1 - x0, y1 - y0);
    };

    /* One box: settled, drawn, or halved. */
    const step = (box, xs, ys, c, queue, counts) => {
      const [x0, x1, y0, y1] = box;
      const cx0 = xs[x0], cx1 = xs[x1], cy0 = ys && ys[y0], cy1 = ys && ys[y1];
      const area = (x1 - x0 + 1) * (y1 - y0 + 1), single = x0 === x1 && y0 === y1;
      const known = !view.y && model.line ? settleLine(model.line, cx0.low, cx1.high) : null;
      let state = known ? (known.some ? null : known.state) : null;
      if (!known) state = settleBox(model, rangesOf(cx0.low, cx1.high, cy0 ? cy0.low : 0n, cy1 ? cy1.high : 0n));
      if (state === null && single && isPoint(cx0, cy0)) state = acf.stateAt(model, placesAt(cx0.low, cy0 ? cy0.low : 0n));
      if (state !== null) {
        counts.exact += area;
        fill(fillOf(c, state, view.selected), cx0, cx1, cy0, cy1);
      } else if (single) {
        const some = known ? strongest(known.some) : sample(cx0, cy0);
        counts[known ? "exact" : "sampled"]++;
        fill(some === 0 ? c.open : fillOf(c, some, view.selected), cx0, cx1, cy0, cy1);
      } else if (x1 - x0 >= y1 - y0) {
        const middle = (x0 + x1) >> 1;
        queue.push([x0, middle, y0, y1], [middle + 1, x1, y0, y1]);
      } else {
        const middle = (y0 + y1) >> 1;
        queue.push([x0, x1, y0, middle], [x0, x1, middle + 1, y1]);
      }
    };

    const drawAxes = (c) => {
      ctx.font = "11px " + c.font;
      ctx.fillStyle = c.soft;
      ctx.strokeStyle = c.grid;
      ctx.lineWidth = 1;
      ctx.strokeRect(plot.left - 0.5, plot.top - 0.5, plot.width + 1, plot.height + 1);
      ctx.textBaseline = "top";
      ctx.textAlign = "center";
      const bottom = plot.top + plot.height;
      for (const t of acf.ticks(view.x, Math.max(3, plot.width / 80))) {
        const x = plot.left + t.at * plot.width;
        ctx.fillRect(Math.round(x), bottom + 1, 1, 4);
        ctx.fillText(t.label, Math.min(Math.max(x, plot.left + 8), plot.left + plot.width - 8), bottom + 8);
      }
      if (!view.y) return;
      ctx.textAlign = "right";
      ctx.textBaseline = "middle";
      for (const t of acf.ticks(view.y, Math.max(3, plot.height / 50))) {
        const y = bottom - t.at * plot.height;
        ctx.fillRect(plot.left - 5, Math.round(y), 4, 1);
        ctx.fillText(t.label, plot.left - 9, Math.min(Math.max(y, plot.top + 5), bottom - 5));
      }
    };

    const inWindow = (axis, place) => place >= axis.low && place <= axis.high;
    const spot = (places) => {
      const px = places[view.x.index], py = view.y ? places[view.y.index] : 0n;
      if (!inWindow(view.x, px) || (view.y && !inWindow(view.y, py))) return null;
      const y = view.y ? plot.top + plot.height * (1 - acf.position(view.y, py, true)) : plot.top + plot.height / 2;
      return [plot.left + plot.width * acf.position(view.x, px, true), y];
    };
    const ring = (at, radius, colour, width) => {
      ctx.beginPath();
      ctx.arc(at[0], at[1], radius, 0, 2 * Math.PI);
      ctx.lineWidth = width;
      ctx.strokeStyle = colour;
      ctx.stroke();
    };
    /* Regions too small to see, examples, and the point that was asked for. */
    const drawMarks = (c) => {
      model.partitions.forEach((p, i) => {
        if (view.selected >= 0 && view.selected !== i) return;
        for (const e of p.examples) {
          const at = spot(e);
          if (!at) continue;
          const here = view.free || model.inputs.every((_, k) => k === view.x.index || (view.y && k === view.y.index) || e[k] === view.places[k]);
          ring(at, 5, c.none, 4);
          ring(at, 5, here ? c.ink : c.soft, here ? 2 : 1);
        }
        if (!p.hull || !view.y) return;
        const size = (axis) => {
          const [low, high] = p.hull[axis.index] || [0n, axis.high];
          return inWindow(axis, low) && inWindow(axis, high) ? acf.position(axis, high + 1n) - acf.position(axis, low) : 1;
        };
        const corner = model.inputs.map((_, k) => (p.hull[k] ? (p.hull[k][0] + p.hull[k][1]) / 2n : 0n));
        const at = spot(corner);
        if (at && size(view.x) * plot.width < 8 && size(view.y) * plot.height < 8) ring(at, 11, c.must, 1.5);
      });
      if (!view.y && model.line) drawPins(c);
      const at = spot(view.places);
      if (!at) return;
      ctx.fillStyle = c.accent;
      ctx.globalAlpha = 0.6;
      ctx.fillRect(at[0] - 0.5, plot.top, 1, plot.height);
      if (view.y) ctx.fillRect(plot.left, at[1] - 0.5, plot.width, 1);
      ctx.globalAlpha = 1;
    };
    /* Intervals narrower than what an eye finds. */
    const drawPins = (c) => {
      let pins = 0;
      for (const part of model.line) {
        if (part.state <= 0 || !inWindow(view.x, part.low) || !inWindow(view.x, part.high)) continue;
        const from = acf.position(view.x, part.low) * plot.width, to = acf.position(view.x, part.high + 1n) * plot.width;
        if (to - from > 5 || pins++ > 200) continue;
        const x = plot.left + (from + to) / 2;
        ctx.fillStyle = fillOf(c, part.state, view.selected);
        ctx.beginPath();
        ctx.moveTo(x, plot.top - 3);
        ctx.lineTo(x - 6, plot.top - 15);
        ctx.lineTo(x + 6, plot.top - 15);
        ctx.fill();
      }
    };

    this.draw = () => {
      const mine = ++generation, c = colours(canvas);
      layout();
      ctx.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
      ctx.fillStyle = c.none;
      ctx.fillRect(plot.left, plot.top, plot.width, plot.height);
      const xs = cellsOf(view.x, plot.width, view.y ? CELL : 1), ys = view.y ? cellsOf(view.y, plot.height, CELL) : null;
      const counts = { exact: 0, sampled: 0 };
      drawAxes(c);
      let queue = [[0, xs.length - 1, 0, ys ? ys.length - 1 : 0]], next = [];
      const work = () => {
        if (mine !== generation) return;
        const stop = performance.now() + SLICE_MS;
        while (performance.now() < stop) {
          if (queue.length === 0) [queue, next] = [next, []];
          if (queue.length === 0) break;
          step(queue.pop(), xs, ys, c, next, counts);
        }
        if (queue.length || next.length) {
          requestAnimationFrame(work);
          return;
        }
        drawMarks(c);
        done(counts);
      };
      work();
    };

    /* The place under a pixel of the canvas, as places by input; null: outside the plot. */
    this.placesUnder = (px, py) => {
      const u = (px - plot.left) / plot.width, v = 1 - (py - plot.top) / plot.height;
      if (u < 0 || u >= 1 || v < 0 || v >= 1) return null;
      return placesAt(acf.placeAt(view.x, u), view.y ? acf.placeAt(view.y, v) : 0n);
    };
  };
})();
