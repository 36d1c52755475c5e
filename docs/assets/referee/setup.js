// The form in which a table is set up: by the number of a deal, or by naming the cards.

import { cardButton, make } from "./draw.js";

const SEATS = "ABCDEFGHIJKLMN";

/** @type {HTMLInputElement | null} The field in which one was last. */
let field = null;

/** @param {string} id */
const at = (id) => /** @type {any} */ (document.getElementById(id));

/** @returns {any} The fields by name. */
export const setup = () => at("setup").elements;

/** @param {Record<string, any>} view */
export function showSetup({ profile, given, opening, table, pack }) {
  const seats = Object.keys(opening?.hands ?? {});
  setup().profile.value = profile.id;
  setup().players.value = seats.length || given.players;
  listSeats(seats.length ? seats : undefined);
  setup().dealer.value = table?.dealer ?? given.dealer;
  if (given.deal !== undefined) setup().deal.value = given.deal;
  for (const seat of seats) setup()[`hand ${seat}`].value = given.hands?.[seat] ?? opening.hands[seat];
  setup().pile.value = given.pile ?? "";
  setup().upcard.value = given.upcard ?? (given.pile === undefined ? (opening?.pile ?? "") : "");
  setup().stock.value = given.stock ?? "";
  at("palette").replaceChildren(
    ...pack.map((/** @type {string} */ card) => cardButton(card, { key: `palette ${card}`, may: false, does: "", click: () => put(card) })),
  );
}

/** @param {string[]} seats Of those who play: to choose a dealer from, and to name the hands of. */
export function listSeats(seats = [...SEATS.slice(0, Number(setup().players.value))]) {
  const { value } = setup().dealer;
  setup().dealer.replaceChildren(...seats.map((seat) => make("option", { text: seat })));
  setup().dealer.value = seats.includes(value) ? value : seats.at(-1);
  const kept = Object.fromEntries([...at("hands").querySelectorAll("input")].map((input) => [input.name, input.value]));
  at("hands").replaceChildren(
    ...seats.map((seat) => {
      const input = make("input", { name: `hand ${seat}`, autocomplete: "off", spellcheck: "false" });
      /** @type {HTMLInputElement} */ (input).value = kept[`hand ${seat}`] ?? "";
      return make("label", {}, `${seat}'s hand `, input);
    }),
  );
}

/** @param {string} card Goes to the end of the field in which one was last. */
function put(card) {
  const chosen = field?.isConnected ? field : at("hands").querySelector("input");
  const before = chosen.value === "none" ? "" : chosen.value;
  chosen.value = `${before} ${card}`.trim();
}

/** The deal that is asked for. */
export const numbered = () => ({ deal: setup().deal.value, players: Number(setup().players.value), dealer: setup().dealer.value });

/** The cards that are named. */
export function named() {
  const hands = Object.fromEntries(
    [...at("hands").querySelectorAll("input")].map((input) => [input.name.slice(5), input.value.trim() || "none"]),
  );
  const piles = ["upcard", "pile", "stock"]
    .map((key) => [key, setup()[key].value.trim()])
    .filter(([key, value]) => value && (key !== "upcard" || !setup().pile.value.trim()));
  return { dealer: setup().dealer.value, hands, ...Object.fromEntries(piles) };
}

/** @param {{ change: () => void, deal: () => void, lay: () => void }} react To another game, and to the two ways to set up a table. */
export function listenToSetup({ change, deal, lay }) {
  const form = at("setup");
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    deal();
  });
  form.addEventListener("focusin", (/** @type {any} */ { target }) => {
    if (target.closest("details") && target.matches("input")) field = target;
  });
  setup().players.addEventListener("input", () => listSeats());
  setup().profile.addEventListener("change", change);
  at("lay").addEventListener("click", lay);
}
