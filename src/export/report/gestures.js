/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mouse, touch and keyboard on the picture.
 *
 * to: {zoom(factor, u, v), pan(du, dv), fit(), all(), pick(places), hover(places or null)}; u and v are
 * positions in the plot, from 0 to 1. */
"use strict";
acf.gestures = (canvas, picture, to) => {
  const pointers = new Map();
  let moved = 0, spread = 0;
  const local = (e) => {
    const r = canvas.getBoundingClientRect();
    return [e.clientX - r.left, e.clientY - r.top];
  };
  const position = ([x, y]) => [(x - picture.plot.left) / picture.plot.width, 1 - (y - picture.plot.top) / picture.plot.height];
  const distance = () => {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };

  canvas.addEventListener("pointerdown", (e) => {
    canvas.setPointerCapture(e.pointerId);
    pointers.set(e.pointerId, local(e));
    moved = pointers.size > 1 ? 100 : 0;
    if (pointers.size === 2) spread = distance();
  });
  canvas.addEventListener("pointermove", (e) => {
    const at = local(e), before = pointers.get(e.pointerId);
    if (!before) {
      to.hover(picture.placesUnder(...at));
      return;
    }
    const dx = at[0] - before[0], dy = at[1] - before[1];
    if (pointers.size === 1 && moved + Math.hypot(dx, dy) < 4) return; /* a click trembles */
    moved += Math.hypot(dx, dy);
    pointers.set(e.pointerId, at);
    if (pointers.size === 1) to.pan(-dx / picture.plot.width, dy / picture.plot.height);
    else if (pointers.size === 2) {
      const now = distance(), points = [...pointers.values()];
      const [u, v] = position([(points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2]);
      if (now > 10 && Math.abs(now - spread) > 4) {
        to.zoom(spread / now, u, v);
        spread = now;
      }
    }
  });
  const end = (e) => {
    const was = pointers.delete(e.pointerId);
    if (was && e.type === "pointerup" && moved < 4) {
      const places = picture.placesUnder(...local(e));
      if (places) to.pick(places);
    }
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("pointerleave", () => to.hover(null));

  /* The wheel scrolls the page unless the picture has the focus. */
  canvas.addEventListener("wheel", (e) => {
    if (document.activeElement !== canvas && !e.ctrlKey) return;
    e.preventDefault();
    const [u, v] = position(local(e));
    to.zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) / 150), Math.max(0, Math.min(1, u)), Math.max(0, Math.min(1, v)));
  }, { passive: false });

  const keys = {
    ArrowLeft: () => to.pan(-0.1, 0), ArrowRight: () => to.pan(0.1, 0), ArrowUp: () => to.pan(0, 0.1),
    ArrowDown: () => to.pan(0, -0.1), "+": () => to.zoom(0.5), "=": () => to.zoom(0.5), "-": () => to.zoom(2),
    0: to.all, f: to.fit,
  };
  canvas.addEventListener("keydown", (e) => {
    if (!keys[e.key] || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    keys[e.key]();
  });
};
