/* Shows a play one step at a time, fetches those that a page does not have at hand, and keeps the place when the language is changed.
   Without it every play shows all its steps, or leads to its own page. */
(() => {
  const labels = JSON.parse(document.getElementById("labels")?.textContent ?? "{}");

  /** An element with its properties. */
  const make = (name, properties = {}) => Object.assign(document.createElement(name), properties);

  /** The table after a step, with the hands that it did not change as they were. */
  const complete = (section) => {
    let seats = [];
    for (const board of section.querySelectorAll(".board")) {
      const row = board.querySelector(".seats");
      const own = new Map([...row.children].map((seat) => [seat.querySelector("b").textContent, seat]));
      const known = seats.map((seat) => seat.querySelector("b").textContent);
      if (known.some((name) => !own.has(name))) {
        row.replaceChildren(...seats.map((seat, at) => own.get(known[at]) ?? unmoved(seat)));
      }
      seats = [...row.children];
    }
  };

  /** What a screen reader would say of a step's first line. */
  const spoken = (part) => {
    const line = part.querySelector(".act").cloneNode(true);
    line.querySelectorAll(".chip").forEach((card) => card.replaceWith(`${card.getAttribute("aria-label")},`));
    return line.textContent.replace(/,+$/, "");
  };

  /** A place at the table as it was, whoever is to act now. */
  const unmoved = (seat) => {
    const copy = seat.cloneNode(true);
    copy.classList.remove("acts");
    copy.querySelectorAll(".turn").forEach((note) => note.remove());
    return copy;
  };

  /** Lets a play be gone through step by step. */
  const step = (section) => {
    const list = section.querySelector(":scope > ol.steps");
    if (!list || list.children.length < 2 || section.dataset.stepped) return;
    section.dataset.stepped = "yes";
    complete(section);
    const steps = [...list.children];
    const before = [...section.children].slice(0, [...section.children].indexOf(list));
    const after = [...section.children].slice(before.length + 1);
    const back = make("button", { type: "button", textContent: "‹", title: labels.previous, ariaLabel: labels.previous });
    const on = make("button", { type: "button", textContent: "›", title: labels.next, ariaLabel: labels.next });
    const all = make("button", { type: "button", className: "all", textContent: labels.all });
    const said = make("span", { className: "said" });
    const bar = make("div", { className: "stepper", role: "group" });
    said.setAttribute("aria-live", "polite");
    bar.append(back, said, on, all);
    section.prepend(bar);
    steps.forEach((part, number) => (part.value = number + 1));
    let at = 0;
    let single = true;

    const show = () => {
      const last = steps.length;
      // Of the beginning itself the bar says what it is.
      before.forEach((part) => (part.hidden = single && (at > 0 || part.matches("p.act"))));
      steps.forEach((part, number) => (part.hidden = single && number + 1 !== at));
      after.forEach((part) => (part.hidden = single && at < last));
      back.disabled = !single || at === 0;
      on.disabled = !single || at === last;
      said.textContent = !single ? "" : at ? labels.at.replace("{step}", at).replace("{steps}", last) : labels.beginning;
      if (single && at && steps[at - 1].querySelector(".act")) {
        said.append(make("span", { className: "spoken", textContent: `: ${spoken(steps[at - 1])}` }));
      }
      all.textContent = single ? labels.all : labels.one;
    };
    const go = (by) => {
      const wanted = Math.min(Math.max(at + by, 0), steps.length);
      if (single && wanted !== at) {
        at = wanted;
        show();
      }
    };
    back.addEventListener("click", () => go(-1));
    on.addEventListener("click", () => go(1));
    all.addEventListener("click", () => {
      single = !single;
      show();
    });
    section.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      go(by);
    });
    swipes(section, go);
    section.tabIndex = 0;
    section.ariaLabel = labels.one;
    show();
  };

  /** A swipe to the left goes on, one to the right goes back; one that scrolls a table does neither. */
  const swipes = (section, go) => {
    let start = null;
    section.addEventListener("touchstart", (event) => {
      start = event.touches.length === 1 && !event.target.closest(".scroll") ? event.touches[0] : null;
    }, { passive: true });
    section.addEventListener("touchend", (event) => {
      if (!start) return;
      const [x, y] = [event.changedTouches[0].clientX - start.clientX, event.changedTouches[0].clientY - start.clientY];
      if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
    }, { passive: true });
  };

  /** Puts a play into the place that was opened for it; where it cannot be had, the link to its page remains. */
  const fetchSteps = async (details) => {
    const address = new URL(details.dataset.steps, location.href);
    details.removeAttribute("data-steps");
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(answer.statusText);
      const section = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".played");
      section.querySelectorAll("a[href]").forEach((link) => (link.href = new URL(link.getAttribute("href"), address)));
      details.append(document.adoptNode(section));
      step(section);
    } catch {
      details.dataset.steps = address;
    }
  };

  document.addEventListener("toggle", (event) => {
    const details = event.target;
    if (!details.open || !details.matches("details.scenario")) return;
    if (details.dataset.steps) fetchSteps(details);
    else details.querySelectorAll(".played").forEach(step);
  }, true);

  document.querySelectorAll(".played").forEach((section) => section.closest("details") || step(section));

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.same[hreflang]");
    if (link) link.hash = location.hash;
  });
})();
