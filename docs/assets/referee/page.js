// The Referee's page: what is tapped and typed goes to the desk, and what it answers is shown.

import { Desk, download, failures, packed, unpacked } from "./desk.js";
import { cardButton, clauseLink, drawComparison, drawDifference, drawEnd, drawPlay, drawTable, inWords as spoken, make } from "./draw.js";
import { listenToSetup, listSeats, named, numbered, setup, showSetup } from "./setup.js";

const SHARED = "#table=";
const TYPING_PAUSE = 400;

/** @param {string} id */
const at = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * What is on the page. `order` counts the questions; `own` are the fields of the file that somebody has filled in.
 * @type {{ desk: Desk, view: any, pages: any, games: any[], acting: string, chosen: string[], order: number, own: Set<string> }}
 */
const now = { desk: /** @type {any} */ (null), view: null, pages: null, games: [], acting: "A", chosen: [], order: 0, own: new Set() };

/**
 * Asks the desk, and shows what comes of it, unless something else has been asked meanwhile.
 * @param {string} what
 * @param {Record<string, any>} [more]
 * @param {{ typed?: boolean }} [how]
 */
async function ask(what, more = {}, { typed = false } = {}) {
  const order = ++now.order;
  try {
    const answer = await now.desk.ask(what, more);
    if (order === now.order) show(answer, typed);
  } catch (error) {
    say(`Something broke: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} words */
const say = (words) => at("verdict").replaceChildren(words);

/**
 * @param {import("./desk.js").Answer} answer
 * @param {boolean} typed Then the text stays as it is being typed.
 */
function show(answer, typed) {
  const problems = answer.problems ?? [];
  at("problems").replaceChildren(...problems.map(inWords));
  at("text").setAttribute("aria-invalid", String(problems.length > 0));
  at("table").classList.toggle("stale", problems.length > 0);
  if (answer.text !== undefined && !typed) at("text").value = answer.text;
  if (problems.length) {
    say(`The table is as it was: ${problems[0].message}`);
    return;
  }
  const before = now.view;
  now.view = answer;
  now.chosen = [];
  now.acting =
    answer.table?.turn?.player ?? (answer.table?.hands[now.acting] ? now.acting : Object.keys(answer.table?.hands ?? { A: 0 })[0]);
  if (before?.profile.id !== answer.profile.id) listOthers();
  showSetup(answer);
  showSaving();
  draw();
  showVerdict();
  share();
}

/** @param {import("./desk.js").Problem} problem */
const inWords = ({ line, column, message, hint }) =>
  make("li", { text: `line ${line}, column ${column}: ${message}${hint ? ` (${hint})` : ""}` });

function draw() {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.key;
  const { view, pages, chosen, acting } = now;
  at("table").replaceChildren(...(view.table ? [drawTable(view, { chosen, acting, choose, act })] : []));
  at("play").replaceChildren(
    view.steps.length || view.refused ? drawPlay(view, pages) : make("p", { class: "hint", text: "Nothing has been played yet." }),
  );
  at("end").replaceChildren(...(view.end ? [drawEnd(view, pages)] : []));
  at("acting").replaceChildren(...Object.keys(view.table?.hands ?? {}).map(actingChoice));
  at("discard").classList.toggle("may", view.allowed.discard.some((/** @type {string[]} */ set) => set.join() === chosen.join()) && acts());
  at("call").classList.toggle("may", view.allowed.call && acts());
  at("undo").disabled = at("restart").disabled = !view.steps.length;
  if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
}

const acts = () => now.acting === now.view.table?.turn?.player;

/** @param {string} seat */
const actingChoice = (seat) =>
  make("button", {
    type: "button",
    "aria-pressed": String(seat === now.acting),
    "data-key": `acts ${seat}`,
    text: seat,
    click: () => take(seat),
  });

/** @param {string} seat Who acts from now on; by this also a move out of turn can be tried. */
function take(seat) {
  if (seat !== now.acting) now.chosen = [];
  now.acting = seat;
  draw();
}

/**
 * @param {string} seat
 * @param {string} card Chosen for a discard, or not any more.
 */
function choose(seat, card) {
  const kept = seat === now.acting ? now.chosen : [];
  now.chosen = kept.includes(card) ? kept.filter((other) => other !== card) : [...kept, card];
  now.acting = seat;
  draw();
}

/** @param {string} action */
const act = (action) => change("act", { player: now.acting, action });

/**
 * Changes the play, after what has been typed and not been read yet; not while something is wrong with that.
 * @param {string} what
 * @param {Record<string, any>} [more]
 */
async function change(what, more = {}) {
  const { value: text } = at("text");
  if (text !== now.view.text) await ask("open", { text }, { typed: true });
  if (text === now.view.text) await ask(what, more);
}

function showVerdict() {
  const { view, pages } = now;
  const last = view.steps.at(-1);
  const refused = last?.refused || view.refused;
  const next = view.table?.turn ? `${view.table.turn.player} is to act.` : "The deal is over.";
  const gets = last?.card ? ` gets ${spoken(last.card)}` : "";
  const what = last ? `${last.text}${gets}: ${refused ? "✗ refused. " : "✓ allowed. "}` : view.refused ? "The deal: ✗ refused. " : "";
  at("verdict").className = refused ? "no" : "";
  say(what);
  if (refused) at("verdict").append(clauseLink(refused, view, pages), ` ${view.clauses[refused]?.text.replaceAll("`", "") ?? ""} `);
  if (view.table) at("verdict").append(next);
}

// Other rules.

async function listOthers() {
  const { readings } = await now.desk.ask("others");
  const option = (/** @type {any} */ value, /** @type {string} */ text) => make("option", { value: JSON.stringify(value), text });
  const games = now.games.filter((game) => game.id !== now.view.profile.id).map((game) => option({ profile: game.id }, game.name));
  const named = (/** @type {boolean} */ ruled) =>
    readings
      .filter((/** @type {any} */ it) => Boolean(it.ruling) === ruled)
      .map((/** @type {any} */ it) => option({ reading: it.id }, `${it.ruling ? `${it.ruling}: ` : ""}${it.does}`));
  at("other").replaceChildren(
    make("optgroup", { label: "Another game" }, ...games),
    make("optgroup", { label: "A reading that a ruling rejects" }, ...named(true)),
    make("optgroup", { label: "A fault of real programs" }, ...named(false)),
  );
}

async function compare() {
  const chosen = at("other").selectedOptions[0];
  const found = await now.desk.ask("compare", JSON.parse(chosen.value));
  const drawn = found.problems
    ? make("p", { text: `The same table cannot be set up there: ${found.problems[0].message}` })
    : drawComparison(found, chosen.text);
  at("comparison").replaceChildren(drawn);
}

async function telling() {
  at("comparison").replaceChildren("Every rejected reading plays this again …");
  const found = await now.desk.ask("telling");
  const count = found.telling.length;
  const items = found.telling.map((/** @type {any} */ it) => drawDifference(it.difference, it.does, it.ruling));
  at("comparison").replaceChildren(
    make("p", { text: `${count || "No"} rejected reading${count === 1 ? "" : "s"} judge${count === 1 ? "s" : ""} this play differently.` }),
    ...items,
  );
}

// Files and links.

async function showSaving() {
  const header = await now.desk.ask("suggested");
  const free = Object.entries(header).filter(([key]) => !now.own.has(key));
  for (const [key, value] of free) at("saving").elements[key].value = Array.isArray(value) ? value.join(" ") : value;
}

async function save() {
  if (at("text").value !== now.view.text) await ask("open", { text: at("text").value }, { typed: true });
  const fields = Object.fromEntries(["id", "title", "source", "because"].map((key) => [key, at("saving").elements[key].value.trim()]));
  const clauses = at("saving")
    .elements.clauses.value.split(/[\s,]+/)
    .filter(Boolean);
  const answer = await now.desk.ask("save", { header: { ...fields, clauses, unconfirmed: !at("saving").elements.confirmed.checked } });
  at("unsaved").replaceChildren(...(answer.problems ?? []).map(inWords));
  if (answer.problems) return;
  await openText(answer.text);
  download(`${fields.id.split("/").at(-1)}.yaml`, answer.text);
}

/** Keeps the table in the address of the page, unless it has changed meanwhile. */
async function share() {
  const text = at("text").value;
  const link = await packed(text);
  if (text === at("text").value) history.replaceState(null, "", SHARED + link);
}

async function copyLink() {
  await share();
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied.");
  } catch {
    say("The link is in the address bar.");
  }
}

/** @param {string} text Of another scenario than the one that lies here. */
async function openText(text) {
  now.own.clear();
  at("text").value = text;
  await ask("open", { text });
}

async function openShared() {
  const { hash } = location;
  if (!now.view) await ask("view");
  if (!hash.startsWith(SHARED)) return;
  try {
    await openText(await unpacked(hash.slice(SHARED.length)));
  } catch {
    say("The link is damaged, so there is another table here.");
  }
}

/** @param {File} file */
async function openFile(file) {
  const text = await file.text();
  const found = failures(text);
  if (found) listFailures(found);
  else {
    await openText(text);
  }
}

/** @param {any} event Of a file over the page, or let go there; whatever else is dragged is not for us. */
function dropped(event) {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) openFile(file);
}

/** @param {Array<Record<string, any>>} found */
function listFailures(found) {
  const item = (/** @type {any} */ { id, title, failure }) =>
    make(
      "li",
      {},
      make("button", { type: "button", class: "link", text: title, click: () => openScenario(id) }),
      ` ${failure.what}: expected ${failure.expected}, got ${failure.actual}`,
    );
  at("report").replaceChildren(...(found.length ? found.map(item) : [make("li", { text: "In this run nothing has failed." })]));
  at("report").scrollIntoView({ block: "nearest" });
}

/** @param {string} id */
async function openScenario(id) {
  const [profile, ...rest] = id.split("/");
  const answer = await fetch(`scenarios/${profile === now.pages.canonical ? "" : `${profile}/`}${rest.join("/")}.yaml`);
  if (!answer.ok) return say(`${id} is not among the scenarios of this site; open its file instead.`);
  const text = await answer.text();
  await openText(text);
  at("verdict").scrollIntoView({ block: "center" });
}

// The beginning.

/** @param {(...args: any[]) => any} react */
const quietly = (react) => (/** @type {Event} */ event) => {
  event.preventDefault();
  react(event);
};

function listen() {
  let pause = 0;
  at("text").addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(() => ask("open", { text: at("text").value }, { typed: true }), TYPING_PAUSE);
  });
  const profile = () => setup().profile.value;
  listenToSetup({
    change: () => change("switch", { profile: profile() }),
    deal: () => ask("set_up", { profile: profile(), given: numbered() }),
    lay: () => ask("set_up", { profile: profile(), given: named() }),
  });
  at("saving").addEventListener("input", (/** @type {any} */ { target }) => now.own.add(target.name));
  const clicks = {
    undo: () => change("undo"),
    restart: () => ask("restart"),
    call: () => act("call"),
    compare,
    telling,
    share: copyLink,
  };
  for (const [id, react] of Object.entries(clicks)) at(id).addEventListener("click", react);
  at("discard").addEventListener("click", () => act(`discard ${now.chosen.join(" ") || "nothing"}`));
  at("saving").addEventListener("submit", quietly(save));
  at("file").addEventListener("change", (/** @type {any} */ { target }) => target.files[0] && openFile(target.files[0]));
  for (const type of ["dragover", "drop"]) addEventListener(type, dropped);
  addEventListener("hashchange", openShared);
  addEventListener("unhandledrejection", ({ reason }) => say(`Something broke: ${reason.message}`));
}

async function start() {
  const progress = (/** @type {string} */ words) => at("progress").replaceChildren(words);
  at("start").hidden = true;
  now.desk = new Desk(progress);
  try {
    now.pages = await (await fetch(new URL("pages.json", import.meta.url))).json();
    await now.desk.ready;
  } catch (error) {
    progress(`The Referee could not be loaded: ${/** @type {Error} */ (error).message}`);
    at("start").hidden = false;
    return;
  }
  now.games = (await now.desk.ask("games")).games;
  setup().profile.replaceChildren(...now.games.map((game) => make("option", { value: game.id, text: game.name })));
  listSeats();
  listen();
  await openShared();
  progress("");
  at("desk").hidden = false;
}

if (typeof WebAssembly === "object" && typeof CompressionStream === "function") {
  at("start").hidden = false;
  if (location.hash.startsWith(SHARED)) at("start").firstElementChild.textContent = "Open the shared table";
  at("start").firstElementChild.addEventListener("click", start);
} else {
  at("progress").textContent =
    "The Referee needs WebAssembly and compression streams, which this browser does not have. Any current browser has them.";
}
