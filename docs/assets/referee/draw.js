// Draws what the Referee tells: the table, the play, the settlement and the differences.

const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣", R: "★", B: "☆" };
const ENDINGS = {
  won: "calls and wins",
  caught: "calls and is caught",
  cap: "The deal ends at the turn cap",
  dry: "The deal ends with the stock",
};
const PILE_SHOWN = 6;

/**
 * @param {string} name
 * @param {Record<string, any>} attributes `text` is the text within; a function is a listener; null and false leave one out.
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") element.textContent = value;
    else if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** @param {string} card */
export function inWords(card) {
  const name = card[0] === "X" ? `${card[1] === "R" ? "red" : "black"} joker` : `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]]}`;
  return card.endsWith("'") ? `${name} of the second pack` : name;
}

/** @param {string} card */
const chip = (card) => {
  const rank = card[0] === "X" ? "" : card[0] === "T" ? "10" : card[0];
  const mark = card.endsWith("'") ? "′" : "";
  return make("span", {
    class: `chip ${card[1]}`,
    role: "img",
    "aria-label": inWords(card),
    text: `${rank}${SIGNS[card[1]]}\ufe0e${mark}`,
  });
};

/** @param {string} symbol */
function picture(symbol) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("aria-hidden", "true");
  for (const name of [symbol.slice(0, symbol === "back" ? 4 : 2), ...(symbol.endsWith("'") ? ["second"] : [])]) {
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#${name}`);
    drawing.append(use);
  }
  return drawing;
}

/**
 * @param {string} card
 * @param {{ key: string, may: boolean, does: string, pressed?: number | null, click: () => void }} how `pressed` is the place, from 0, in
 *   the order chosen.
 */
export function cardButton(card, { key, may, does, pressed = null, click }) {
  const order = pressed !== null && pressed >= 0 ? String(pressed + 1) : null;
  const label = `${card === "back" ? "the stock" : inWords(card)}${may ? `, ${does}` : ""}`;
  const toggles = pressed === null ? null : String(pressed >= 0);
  const attributes = {
    type: "button",
    class: `card${may ? " may" : ""}`,
    "data-key": key,
    "data-order": order,
    "aria-label": label,
    "aria-pressed": toggles,
  };
  return make("button", { ...attributes, title: label, click }, picture(card));
}

/**
 * @typedef {{ chosen: string[], acting: string, choose: (seat: string, card: string) => void, act: (action: string) => void }} Hands
 * @param {Record<string, any>} view
 * @param {Hands} hands
 */
export function drawTable(view, hands) {
  const { table, allowed } = view;
  const seats = Object.keys(table.hands).map((seat) => drawSeat(view, seat, hands));
  const pile = table.pile.slice(0, PILE_SHOWN).map((card) =>
    cardButton(card, {
      key: `take ${card}`,
      may: allowed.take.includes(card),
      does: "may be taken",
      click: () => hands.act(`take ${card}`),
    }),
  );
  const beneath = table.pile.length - PILE_SHOWN;
  const next = table.stock.length
    ? [make("span", { class: "more" }, "next ", chip(table.stock[0]))]
    : [make("span", { class: "more", text: "empty" })];
  const stock = cardButton("back", { key: "draw", may: allowed.draw, does: "a card may be drawn", click: () => hands.act("draw stock") });
  const together = table.previous > 1 ? `, the upper ${table.previous} laid together` : "";
  return make(
    "div",
    { class: "board" },
    make("div", { class: "seats" }, ...seats),
    make(
      "div",
      { class: "piles" },
      ...(table.pending?.length ? [group("laid, not on the pile yet", table.pending.map(chip))] : []),
      group(`discard pile${table.pile.length > 1 ? `, top first${together}` : ""}`, [
        ...pile,
        ...(beneath > 0 ? [`and ${beneath} beneath`] : []),
      ]),
      group(`stock, ${table.stock.length} card${table.stock.length === 1 ? "" : "s"}`, [stock, ...next]),
    ),
  );
}

/**
 * @param {string} name
 * @param {Array<Node | string>} content
 */
const group = (name, content) =>
  make(
    "div",
    { role: "group", "aria-label": name },
    make("div", { class: "who", text: name }),
    make("div", { class: "cards" }, ...content),
  );

/**
 * @param {Record<string, any>} view
 * @param {string} seat
 * @param {Hands} hands
 */
function drawSeat({ table, allowed }, seat, { chosen, acting, choose }) {
  const { cards, total } = table.hands[seat];
  const acts = table.turn?.player === seat;
  const own = seat === acting ? chosen : [];
  /** @param {string} card */
  const may = (card) => acts && allowed.discard.some((/** @type {string[]} */ set) => [...own, card].every((one) => set.includes(one)));
  const notes = [
    table.dealer === seat && "dealer",
    acts && "to act",
    table.caller === seat && "has called",
    acts && table.locked && `${inWords(table.locked)} is locked`,
  ];
  const who = make(
    "div",
    { class: "who" },
    make("b", { text: seat }),
    ...notes.filter(Boolean).map((note) => make("span", { text: note })),
    make("span", { text: `total ${total}` }),
  );
  const hand = cards.map((/** @type {string} */ card) =>
    cardButton(card, {
      key: `${seat} ${card}`,
      may: may(card),
      does: "may be discarded",
      pressed: own.indexOf(card),
      click: () => choose(seat, card),
    }),
  );
  return make(
    "div",
    { class: `seat${acts ? " acts" : ""}`, role: "group", "aria-label": `${seat}'s hand` },
    who,
    make("div", { class: "cards" }, ...(hand.length ? hand : ["no card"])),
  );
}

/**
 * @param {string} name
 * @param {Record<string, any>} view
 * @param {any} pages Where each clause stands, by rule system.
 */
export function clauseLink(name, { profile }, pages) {
  const page = pages.clauses[profile.id]?.[name];
  return page ? make("a", { href: page, target: "_blank", rel: "noopener" }, make("code", { text: name })) : make("code", { text: name });
}

/**
 * @param {Record<string, any>} view
 * @param {any} pages
 * @param {string} name
 */
const because = (view, pages, name) =>
  make("p", { class: "because" }, clauseLink(name, view, pages), ` ${view.clauses[name]?.text.replaceAll("`", "") ?? ""}`);

/**
 * @param {Record<string, any>} view
 * @param {any} pages
 */
export function drawPlay(view, pages) {
  const refusal = (/** @type {string} */ name) => [make("span", { class: "no", text: " ✗ refused" }), because(view, pages, name)];
  const deal = view.refused ? [make("li", {}, "the deal", ...refusal(view.refused))] : [];
  const steps = view.steps.map((/** @type {Record<string, any>} */ step) =>
    make(
      "li",
      {},
      step.text,
      ...(step.card ? [" gets ", chip(step.card)] : []),
      ...(step.refused ? refusal(step.refused) : []),
      ...(step.amiss ? [make("p", { class: "amiss", text: `≠ ${step.amiss}` })] : []),
    ),
  );
  return make("ol", { class: "steps" }, ...deal, ...steps);
}

/** @param {number} number */
const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/**
 * @param {string[]} headings
 * @param {Array<Array<Node | string>>} rows
 */
function drawRows(headings, rows) {
  const head = make("tr", {}, ...headings.map((text) => make("th", { scope: "col", text })));
  const body = rows.map(([first, ...rest]) =>
    make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((cell) => make("td", {}, cell))),
  );
  return make("div", { class: "scroll" }, make("table", { class: "sums" }, make("thead", {}, head), make("tbody", {}, ...body)));
}

/**
 * @param {Record<string, any>} view
 * @param {any} pages
 */
export function drawEnd(view, pages) {
  const { end } = view;
  const how = end.caller ? `${end.caller} ${ENDINGS[end.ended]}` : ENDINGS[end.ended];
  const winner = end.winner && end.ended !== "won" ? ` ${end.winner} ${end.pays ? "wins" : "is lowest of the others"}.` : "";
  const rows = end.rows.map((/** @type {Record<string, any>} */ row) => [
    row.seat,
    String(row.total),
    ...(end.pays ? [row.pays === null ? "–" : String(row.pays), signed(row.delta)] : [String(row.delta)]),
    clauseLink(row.clause, view, pages),
  ]);
  const why = [...new Set([...end.clauses, ...end.rows.map((/** @type {Record<string, any>} */ row) => row.clause)])];
  return make(
    "div",
    {},
    make("p", { class: "ending", text: `${how}.${winner}` }),
    drawRows(["player", "total", ...(end.pays ? ["pays", "change"] : ["scores"]), "by"], rows),
    ...(view.amiss ? [make("p", { class: "amiss", text: `≠ ${view.amiss}` })] : []),
    ...why.map((name) => because(view, pages, name)),
  );
}

/**
 * @param {Record<string, any>} found What a comparison has found.
 * @param {string} name Of the other rules.
 */
export function drawComparison({ difference, here, there }, name) {
  if (!difference) return make("p", { text: `“${name}” judges this play in the same way.` });
  const rows = Object.keys({ ...here?.deltas, ...there?.deltas }).map((seat) => [
    seat,
    ...[here, there].map((result) => (result?.deltas?.[seat] === undefined ? "–" : signed(result.deltas[seat]))),
  ]);
  return make(
    "div",
    {},
    drawDifference(difference, name),
    ...(rows.length ? [drawRows(["player", "change by the rules", "change there"], rows)] : []),
  );
}

/**
 * @param {Record<string, any>} difference
 * @param {string} name
 * @param {string} [ruling] That has rejected this reading.
 */
export function drawDifference({ step, text, what, here, there }, name, ruling) {
  const where = step ? `step ${step}, ` : "";
  const rejected = ruling
    ? [" ", make("a", { href: `rulings/${ruling.toLowerCase()}.html`, target: "_blank", rel: "noopener", text: ruling })]
    : [];
  return make(
    "div",
    { class: "difference" },
    make("p", {}, make("b", { text: name }), ...rejected),
    make("p", { text: `First difference: ${where}${text}: ${what}` }),
    make("p", { text: `by the rules: ${here}` }),
    make("p", { text: `there: ${there}` }),
  );
}
