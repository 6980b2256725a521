/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The failure automaton as a graph: locations in layers by their distance from the start, edges that go back below them. */
"use strict";
(() => {
  const holder = document.getElementById("acf-automaton");
  if (!holder) return;
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse(holder.textContent);
  const root = $("automaton-graph").firstElementChild;
  const svg = (tag, attributes, text) => {
    const e = document.createElementNS(root.namespaceURI, tag);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    if (text !== undefined) e.textContent = text;
    return e;
  };
  const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

  /* ---- layers ---- */

  const ends = ["fails", "ends", "unknown"].filter((name) => data.edges.some((e) => e.to === name));
  const nodes = new Map();
  data.locations.forEach((l) => nodes.set(l.id, { key: l.id, location: l, lines: [String(l.id), ...(l.state ? [cut(l.state, 30)] : [])] }));
  ends.forEach((name) => nodes.set(name, { key: name, lines: [name] }));
  const layered = () => {
    const start = nodes.get(0);
    start.layer = 0;
    const queue = [start];
    for (const n of queue)
      for (const e of data.edges) {
        const to = nodes.get(e.to);
        if (e.from !== n.key || to.layer !== undefined) continue;
        to.layer = n.layer + 1;
        queue.push(to);
      }
    const shown = queue, layers = [];
    const last = Math.max(...shown.filter((n) => n.location).map((n) => n.layer));
    for (const n of shown) {
      if (!n.location) n.layer = last + 1;
      (layers[n.layer] = layers[n.layer] || []).push(n);
    }
    return layers;
  };
  /* In each layer by the middle of where edges come from. */
  const order = (layers) => {
    for (const layer of layers.slice(1)) {
      const middle = (n) => {
        const from = data.edges.filter((e) => e.to === n.key && nodes.get(e.from).layer < n.layer).map((e) => nodes.get(e.from).row);
        return from.length ? from.reduce((a, b) => a + b, 0) / from.length : 0;
      };
      layer.forEach((n) => (n.wish = middle(n)));
      layer.sort((a, b) => a.wish - b.wish);
      layer.forEach((n, i) => (n.row = i));
    }
  };
  const label = (e) => cut(e.guard || "always", e.from === e.to ? 26 : 34);
  const labelWidth = (e) => 6.6 * label(e).length;
  const place = (layers) => {
    const highest = Math.max(...layers.map((l) => l.length));
    let x = 40;
    layers.forEach((layer, i) => {
      for (const n of layer) n.width = Math.max(48, 7.4 * Math.max(...n.lines.map((t) => t.length)) + 24);
      const loops = data.edges.filter((e) => e.from === e.to && nodes.get(e.from).layer === i);
      const width = Math.max(...layer.map((n) => n.width), ...loops.map((e) => labelWidth(e) - 60));
      layer.forEach((n, k) => {
        n.x = x + width / 2;
        n.y = 96 + 110 * (k + (highest - layer.length) / 2);
        n.height = n.lines.length > 1 ? 46 : 34;
      });
      const leaving = data.edges.filter((e) => nodes.get(e.from).layer === i && nodes.get(e.to).layer > i);
      x += width + Math.max(90, ...leaving.map((e) => labelWidth(e) + 50));
    });
  };

  /* ---- edges ---- */

  /* The points of a curve, and where its label stands. */
  const route = (e, nth) => {
    const a = nodes.get(e.from), b = nodes.get(e.to);
    const top = (n) => n.y - n.height / 2, bottom = (n) => n.y + n.height / 2;
    if (a === b) {
      const up = 34 + 18 * nth;
      return { d: `M${a.x - 14},${top(a)} C${a.x - 34},${top(a) - up} ${a.x + 34},${top(a) - up} ${a.x + 14},${top(a)}`, x: a.x, y: top(a) - 0.75 * up - 5 };
    }
    if (b.layer > a.layer) {
      const x1 = a.x + a.width / 2, x2 = b.x - b.width / 2, bend = (x2 - x1) / 2, span = b.layer - a.layer;
      const lift = 26 * nth + (span > 1 ? 120 + 24 * (span - 2) : 0); /* above the nodes between them */
      return {
        d: `M${x1},${a.y} C${x1 + bend},${a.y - lift} ${x2 - bend},${b.y - lift} ${x2},${b.y}`,
        x: (x1 + x2) / 2, y: (a.y + b.y) / 2 - 0.75 * lift - 6,
      };
    }
    const down = Math.max(bottom(a), bottom(b)) + 44 + 22 * nth + 12 * (a.layer - b.layer);
    const side = a.layer === b.layer ? 0 : 10;
    return { d: `M${a.x - side},${bottom(a)} C${a.x - side},${down} ${b.x + side},${down} ${b.x + side},${bottom(b)}`, x: (a.x + b.x) / 2, y: 0.25 * Math.max(bottom(a), bottom(b)) + 0.75 * down + 14 };
  };

  /* ---- drawing ---- */

  const details = $("automaton-details");
  const say = (text, link, where) => {
    details.textContent = text;
    if (!where) return;
    details.append(" (");
    if (link) details.append(Object.assign(document.createElement("a"), { href: link, textContent: where }));
    else details.append(where);
    details.append(")");
  };
  const tellNode = (n) => {
    const l = n.location;
    if (l) say(`Location ${l.id}${l.state ? `: ${l.state}` : ""}; ${l.outlook}.`, l.link, l.place);
    else say({ fails: "Runs that come here have failed.", ends: "Runs that come here have ended without a failure.", unknown: "Nothing is claimed of runs that come here." }[n.key]);
  };
  const goal = (e) => (typeof e.to === "number" ? `to location ${e.to}` : e.to === "fails" ? `fails${e.failure ? `: ${e.failure}` : ""}` : e.to);
  const tellEdge = (e) => say(`From location ${e.from}, ${e.guard ? `when ${e.guard}` : "always"}: ${goal(e)}.`, e.link, e.place);

  let chosen = null;
  const clickable = (element, name, act) => {
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", name);
    const choose = () => {
      if (chosen) chosen.classList.remove("chosen");
      chosen = element;
      element.classList.add("chosen");
      act();
    };
    element.addEventListener("click", choose);
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose();
    });
  };
  const drawEdge = (e, nth) => {
    const r = route(e, nth), kind = typeof e.to === "number" ? "moves" : e.to;
    const g = svg("g", { class: `edge ${kind}` });
    g.append(svg("path", { class: "wide", d: r.d }), svg("path", { class: "line", d: r.d, "marker-end": `url(#arrow-${kind === "fails" ? "fails" : "plain"})` }));
    g.append(svg("text", { x: r.x, y: r.y }, label(e)));
    clickable(g, `Edge from ${e.from} ${goal(e)}: ${e.guard || "always"}`, () => tellEdge(e));
    e.element = g;
    return g;
  };
  const drawNode = (n) => {
    const g = svg("g", { class: `node ${n.location ? "location" : n.key}` });
    g.append(svg("rect", { x: n.x - n.width / 2, y: n.y - n.height / 2, width: n.width, height: n.height, rx: n.location ? 8 : n.height / 2 }));
    n.lines.forEach((t, i) => g.append(svg("text", { x: n.x, y: n.y + 5 + 17 * (i - (n.lines.length - 1) / 2), class: i ? "state" : "name" }, t)));
    clickable(g, n.location ? `Location ${n.lines.join(": ")}` : n.key, () => tellNode(n));
    n.element = g;
    return g;
  };
  const arrow = (name) => {
    const m = svg("marker", { id: `arrow-${name}`, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto" });
    m.append(svg("path", { d: "M0,0 L10,5 L0,10 z" }));
    return m;
  };
  const draw = () => {
    const layers = layered(), seen = new Map();
    layers[0].forEach((n, i) => (n.row = i));
    order(layers);
    place(layers);
    const defs = svg("defs", {}), start = nodes.get(0);
    defs.append(arrow("plain"), arrow("fails"));
    root.append(defs, svg("path", { class: "begin", d: `M${start.x - start.width / 2 - 26},${start.y} L${start.x - start.width / 2},${start.y}`, "marker-end": "url(#arrow-plain)" }));
    for (const e of data.edges) {
      if (nodes.get(e.from).layer === undefined) continue;
      const pair = `${e.from} ${e.to}`, nth = seen.get(pair) || 0;
      seen.set(pair, nth + 1);
      root.append(drawEdge(e, nth));
    }
    for (const layer of layers) for (const n of layer) root.append(drawNode(n));
    $("automaton-view").hidden = false;
    const box = root.getBBox(), margin = 12;
    root.setAttribute("viewBox", `${box.x - margin} ${box.y - margin} ${box.width + 2 * margin} ${box.height + 2 * margin}`);
    root.setAttribute("width", Math.ceil(box.width + 2 * margin));
    root.setAttribute("height", Math.ceil(box.height + 2 * margin));
  };

  /* ---- a failing sequence, step by step ---- */

  const play = () => {
    const steps = data.sequence, says = $("play-says");
    let at = 0; /* steps taken */
    const show = () => {
      for (const e of document.querySelectorAll("#automaton-graph .now")) e.classList.remove("now");
      const step = at ? steps[at - 1] : null, edge = step && data.edges[step.edge];
      const here = nodes.get(edge ? edge.to : 0);
      if (edge) edge.element.classList.add("now");
      here.element.classList.add("now");
      says.textContent = step ? `step ${at} of ${steps.length}: ${step.reads || "nothing is read"}: ${goal(edge)}` : `0 of ${steps.length} steps: in location 0`;
      says.className = edge && edge.to === "fails" ? "must" : "";
      $("play-back").disabled = $("play-first").disabled = at === 0;
      $("play-next").disabled = at === steps.length;
    };
    const move = (to) => () => {
      at = Math.min(Math.max(to(at), 0), steps.length);
      show();
    };
    $("play-first").addEventListener("click", move(() => 0));
    $("play-back").addEventListener("click", move((n) => n - 1));
    $("play-next").addEventListener("click", move((n) => n + 1));
    $("automaton-play").hidden = false;
    show();
  };

  draw();
  if (data.sequence.length) play();
})();
