/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page: what can be clicked, typed and copied. Without scripts everything but the picture is there. */
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const each = (selector, f) => document.querySelectorAll(selector).forEach(f);
  const make = (tag, properties, ...children) => {
    const e = Object.assign(document.createElement(tag), properties);
    e.append(...children);
    return e;
  };

  const readModel = () => {
    const data = JSON.parse($("acf-data").textContent);
    const places = (e) => e.map((v, i) => acf.toPlace(data.inputs[i], BigInt(v)));
    return {
      inputs: data.inputs,
      nodes: data.nodes && acf.readNodes(data.nodes),
      partitions: data.partitions.map((p) => ({
        ...p,
        examples: p.examples.map(places),
        tight: p.hull && p.hull.map(([, , tight]) => tight),
        hull: p.hull && p.hull.map(([l, h]) => [BigInt(l), BigInt(h)]),
      })),
      line: data.line && data.line.map(([l, h, state]) => ({ low: BigInt(l), high: BigInt(h), state })),
    };
  };

  /* ---- theme, copying ---- */

  const themeButton = () => {
    const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
    const say = () => $("theme").setAttribute("aria-pressed", String(isDark()));
    $("theme").addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      say();
      document.dispatchEvent(new Event("acf-theme"));
    });
    dark.addEventListener("change", () => {
      say();
      document.dispatchEvent(new Event("acf-theme"));
    });
    say();
  };
  const copyText = async (text, from) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const range = document.createRange();
      range.selectNodeContents(from);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      document.execCommand("copy");
    }
  };
  const copyButtons = () =>
    each("button.copy", (b) =>
      b.addEventListener("click", async () => {
        await copyText($(b.dataset.copy).textContent, $(b.dataset.copy));
        b.textContent = "Copied";
        setTimeout(() => (b.textContent = "Copy"), 1500);
      }),
    );

  /* ---- the picture and its controls ---- */

  const start = (model) => {
    const first = model.partitions.flatMap((p) => p.examples)[0];
    const places = first ? first.slice() : model.inputs.map((input) => acf.toPlace(input, 0n));
    const axis = (index) => ({ index, input: model.inputs[index], ...acf.wholeAxis(model.inputs[index]), scale: "linear" });
    const view = { x: axis(0), y: model.inputs.length > 1 ? axis(1) : null, places, free: false, selected: -1 };
    if (!first && model.inputs.length > 2) view.free = true; /* nothing is known to fix them at */
    const canvas = $("picture"), hint = $("exactness"), verdict = $("point-verdict");
    canvas.classList.toggle("line", !view.y);

    const picture = new acf.Picture(canvas, model, view, ({ exact, sampled }) => {
      const part = sampled / (exact + sampled || 1);
      $("open-means").textContent = view.free && model.inputs.length > 2 ? "some values of the others may fail" : "not settled at this zoom";
      hint.textContent = sampled
        ? `Settled for every point, except ${(100 * part).toFixed(part < 0.1 ? 1 : 0)} % of the area, which is sampled.`
        : "Settled for every point: nothing is sampled.";
      canvas.dataset.drawn = String(1 + Number(canvas.dataset.drawn || 0));
    });

    /* What is known of the point that is set. */
    const sayState = (state) => {
      const i = Math.floor((state - 1) / 2) + 1;
      return state === 0 ? "does not fail" : (state % 2 ? "may fail" : "fails") + (model.partitions.length > 1 ? ` (partition ${i})` : "");
    };
    const tell = (p) => p.map((place, i) => `${model.inputs[i].name} = ${acf.show(model.inputs[i], place)}`).slice(0, 4).join(", ");
    const sayPoint = () => {
      const state = acf.stateAt(model, view.places);
      verdict.textContent = sayState(state);
      verdict.className = state === 0 ? "ok" : state % 2 ? "may" : "must";
    };

    const fields = model.inputs.map((input, i) => {
      const field = make("input", { type: "text", id: "value-" + i, size: 12, spellcheck: false, autocomplete: "off" });
      field.addEventListener("change", () => {
        const place = acf.parse(input, field.value);
        field.setAttribute("aria-invalid", String(place === null));
        if (place === null) return;
        view.places[i] = place;
        update();
      });
      $("values").append(make("label", { htmlFor: field.id, title: input.type || "" }, make("span", {}, input.name), field));
      return field;
    });
    const update = () => {
      fields.forEach((f, i) => {
        f.value = acf.show(model.inputs[i], view.places[i]);
        f.removeAttribute("aria-invalid");
      });
      sayPoint();
      canvas.setAttribute("aria-label", describe());
      picture.draw();
    };
    const span = (a) => `${a.input.name} from ${acf.show(a.input, a.low)} to ${acf.show(a.input, a.high)}`;
    const describe = () => (view.y ? `Map of the failing inputs: ${span(view.x)}, ${span(view.y)}` : `Number line: ${span(view.x)}`) + ". Arrow keys move, plus and minus zoom.";

    /* A window around what matters: large regions that touch the end of an axis are open there. */
    const fitAxis = (a, which) => {
      const whole = acf.wholeAxis(a.input), ends = [];
      for (const p of which) {
        if (!p.hull || !p.hull[a.index]) continue;
        const [low, high] = p.hull[a.index];
        const small = high - low < 4096n;
        if (low > 0n || small) ends.push(low);
        if (high < whole.high || small) ends.push(high);
        if (low === 0n && high === whole.high && !small && p.examples[0]) ends.push(p.examples[0][a.index]);
      }
      if (model.line && which.length === model.partitions.length)
        for (const part of model.line.slice(1)) ends.push(part.low);
      if (ends.length === 0) return Object.assign(a, whole);
      const low = ends.reduce((p, q) => (q < p ? q : p)), high = ends.reduce((p, q) => (q > p ? q : p));
      const margin = (high - low) / 5n > 8n ? (high - low) / 5n : 8n;
      a.low = low > margin ? low - margin : 0n;
      a.high = high + margin < whole.high ? high + margin : whole.high;
    };
    const axes = () => (view.y ? [view.x, view.y] : [view.x]);
    const fit = () => {
      const which = view.selected >= 0 ? [model.partitions[view.selected]] : model.partitions;
      axes().forEach((a) => fitAxis(a, which));
      update();
    };
    const showAll = () => {
      axes().forEach((a) => Object.assign(a, acf.wholeAxis(a.input)));
      update();
    };
    /* factor < 1: closer; around a position of each axis. */
    const zoom = (factor, u = 0.5, v = 0.5) => {
      acf.moveWindow(view.x, u - u * factor, u + (1 - u) * factor);
      if (view.y) acf.moveWindow(view.y, v - v * factor, v + (1 - v) * factor);
      update();
    };
    const pan = (du, dv) => {
      acf.moveWindow(view.x, du, 1 + du);
      if (view.y) acf.moveWindow(view.y, dv, 1 + dv);
      update();
    };

    const select = (i) => {
      view.selected = view.selected === i ? -1 : i;
      each("[data-partition]", (card) => {
        const on = Number(card.dataset.partition) === view.selected;
        card.classList.toggle("selected", on);
        card.querySelector("button.show").setAttribute("aria-pressed", String(on));
      });
      each("tr[data-p]", (row) => {
        const mine = row.dataset.p.split(" ").includes(String(view.selected));
        row.classList.toggle("dimmed", view.selected >= 0 && !mine);
      });
      const example = view.selected >= 0 && model.partitions[view.selected].examples[0];
      if (example) view.places = example.slice();
      fit();
      canvas.dataset.selected = String(view.selected);
    };

    const buttons = { "zoom-in": () => zoom(0.5), "zoom-out": () => zoom(2), fit, all: showAll };
    for (const [id, f] of Object.entries(buttons)) $(id).addEventListener("click", f);
    each("[data-partition] button.show", (b) =>
      b.addEventListener("click", () => select(Number(b.closest("[data-partition]").dataset.partition))));
    $("scale").addEventListener("change", () => {
      axes().forEach((a) => (a.scale = $("scale").value));
      update();
    });

    /* Which two inputs; the others are fixed, or any. */
    const choosers = () => {
      if (!view.y) return;
      for (const [id, name] of [["x-axis", "x"], ["y-axis", "y"]]) {
        const s = $(id);
        model.inputs.forEach((input, i) => s.append(make("option", { value: i }, input.name)));
        s.value = view[name].index;
        s.addEventListener("change", () => {
          const other = name === "x" ? "y" : "x", index = Number(s.value);
          if (view[other].index === index) {
            view[other] = { ...axis(view[name].index), scale: $("scale").value };
            $(other + "-axis").value = view[other].index;
          }
          view[name] = { ...axis(index), scale: $("scale").value };
          fit();
        });
      }
      $("axes").hidden = false;
      $("others").hidden = model.inputs.length < 3;
      each('input[name="others"]', (radio) => {
        radio.checked = (radio.value === "any") === view.free;
        radio.addEventListener("change", () => {
          view.free = radio.value === "any" && radio.checked;
          update();
        });
      });
    };

    acf.gestures(canvas, picture, { zoom, pan, fit, all: showAll,
      pick: (p) => {
        view.places = p;
        update();
      },
      hover: (p) => ($("hover").textContent = p ? `${tell(p)}: ${sayState(acf.stateAt(model, p))}` : "") });
    choosers();
    $("scale").parentElement.hidden = model.inputs.every((input) => input.float || input.width < 8);
    document.addEventListener("acf-theme", () => picture.draw());
    new ResizeObserver(() => picture.draw()).observe(canvas);
    matchMedia("print").addEventListener("change", () => picture.draw());
    axes().forEach((a) => fitAxis(a, model.partitions));
    if (!view.y && view.x.high - view.x.low > 100000n && !view.x.input.float) {
      $("scale").value = view.x.scale = "log";
      if (view.x.low > 0n || view.x.high < acf.wholeAxis(view.x.input).high) Object.assign(view.x, acf.wholeAxis(view.x.input));
    }
    update();
  };

  themeButton();
  copyButtons();
  if ($("acf-data") && $("picture")) {
    const model = readModel();
    const until = performance.now() + 300; /* many partitions: the page is there before their ends are known */
    acf.model = model;
    model.partitions.forEach((p, i) => {
      p.hull = p.hull && p.hull.map((h, k) => (p.tight[k] || performance.now() > until ? h : acf.shrinkHull(model, i, k)));
    });
    start(model);
  }
  document.documentElement.dataset.ready = "yes";
})();
