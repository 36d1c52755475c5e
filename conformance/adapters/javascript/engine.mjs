/**
 * An adapter in JavaScript: it reads one request a line on standard input and writes one answer a line on standard output, as
 * `spec/protocol.md` says. To check your own engine, copy this file and have METHODS ask yours instead of `rules.mjs`.
 *
 *     dhumbal verify -- node conformance/adapters/javascript/engine.mjs
 */

import { Console } from 'node:console';
import process from 'node:process';
import { bySeat, Deal, PACK, Series, settle, total, whyNotCall, whyNotDiscard, whyNotPlayers } from './rules.mjs';

/** @import { Action, Card, Hands, Seat } from './rules.mjs' */

/** What is offered. The harness does not ask for what is left out here, and reports it as unsupported. */
const CAPABILITIES = {
  apply: true,
  half_turns: true,
  load: true,
  legal: true,
  takeable: true,
  judge: true,
  settle: true,
  series: true,
  codes: true,
  observe: ['referee', 'player'],
  chance: ['pack', 'refills'],
};

/** Every seat that the protocol knows; how many may play is for the rules to say. */
const SEATS = [...'ABCDEFGHIJKL'];

/** Several games may be open at once. @type {Map<string, Deal>} */
const games = new Map();

/**
 * The dispatch table: each method of the protocol takes its params and returns its result. The rules are those of one profile, so
 * `profile` and `parameters` are not looked at.
 * @type {Record<string, (params: any) => object>}
 */
const METHODS = {
  initialize({ protocol }) {
    if (!readList(protocol).includes(1)) throw new Failed('unsupported', 'only version 1 of the protocol');
    const engine = { name: 'dhumbal-javascript', version: '0.1.0', language: `JavaScript, Node ${process.versions.node}` };
    return { protocol: 1, engine, layer: 'core', profiles: ['nepali-games'], capabilities: CAPABILITIES };
  },

  new({ game, players, dealer, chance }) {
    const seats = readSeats(players);
    const pack = readOrder(chance?.pack);
    const orders = readOrders(chance?.refills);
    return open(game, seats, () => Deal.fromPack(seats, readSeat(dealer, seats), pack, orders));
  },

  load({ game, state, chance }) {
    const seats = readSeats(state?.players);
    const [hands, stock, pile] = [readHands(state.hands, seats), readCards(state.stock), readCards(state.pile)];
    readDistinct([...Object.values(hands).flat(), ...stock, ...pile]);
    const orders = readOrders(chance?.refills);
    return open(game, seats, () => {
      const deal = new Deal(seats, readSeat(state.dealer, seats), hands, stock, pile, orders);
      deal.player = readSeat(state.turn?.player, seats);
      deal.turns = readInteger(state.turns);
      return deal;
    });
  },

  // A broken rule is a result and not an error. An action is either refused and changes nothing, or done.
  apply({ game, action }) {
    const deal = find(game);
    const wanted = readAction(action, deal.players);
    const clause = deal.whyNot(wanted);
    if (clause) return refused(clause);
    deal.act(wanted);
    // JSON leaves out what is undefined: the card where none was drawn, the result where the deal goes on.
    return { accepted: true, card: deal.drawn, result: deal.result };
  },

  observe({ game, as }) {
    const deal = find(game);
    return { state: deal.seenBy(readSeat(as, ['referee', ...deal.players])) };
  },

  legal: ({ game }) => ({ actions: find(game).legal() }),
  takeable: ({ game }) => ({ cards: find(game).takeable() }),

  judge({ question }) {
    switch (question?.type) {
      case 'discard': {
        const cards = readCards(question.cards);
        return verdict(whyNotDiscard(cards, cards));
      }
      case 'call':
        return verdict(whyNotCall(readCards(question.hand)));
      case 'hand':
        return { accepted: true, total: total(readCards(question.hand)) };
      default:
        return bad('question', question);
    }
  },

  settle({ players, dealer, caller, hands }) {
    const seats = readSeats(players);
    return { result: settle(seats, readSeat(dealer, seats), readCaller(caller, seats), readHands(hands, seats)) };
  },

  series({ players, dealer, scores, deals }) {
    const seats = readSeats(players);
    const series = new Series(seats, readSeat(dealer, seats), readScores(scores, seats));
    const clause = whyNotPlayers(seats);
    if (clause) return refused(clause);
    const scored = readList(deals).map((deal) => scoreDeal(series, readCaller(deal?.caller, seats), readHands(deal?.hands, seats)));
    return { deals: scored, scores: series.scores, places: series.places(), winners: series.winners(), over: series.over };
  },

  end({ game }) {
    find(game);
    games.delete(game);
    return {};
  },

  shutdown: () => ({}),
};

/**
 * Opens a game, if so many may play it.
 * @param {any} game
 * @param {Seat[]} players
 * @param {() => Deal} deal
 */
function open(game, players, deal) {
  if (typeof game !== 'string') return bad('game', game);
  const clause = whyNotPlayers(players);
  if (!clause) games.set(game, deal());
  return verdict(clause);
}

/**
 * @param {any} game
 * @returns {Deal}
 */
function find(game) {
  const deal = games.get(game);
  if (!deal) throw new Failed('unknown_game', String(game));
  return deal;
}

/**
 * @param {Series} series
 * @param {Seat | null} caller
 * @param {Hands} hands
 */
function scoreDeal(series, caller, hands) {
  const clause = series.whyNotDeal();
  return clause ? refused(clause) : { accepted: true, ...series.score(caller, hands) };
}

/** @param {string | null} clause */
const verdict = (clause) => (clause ? refused(clause) : { accepted: true });

/** @param {string} clause */
const refused = (clause) => ({ accepted: false, clause });

// Reading the params. What makes no sense is answered with the error bad_params, and the engine behind only gets what does.

/** A request that gets an error and not a result: the code is one of the five that the protocol knows. */
class Failed extends Error {
  /**
   * @param {'unsupported' | 'bad_params' | 'unknown_method' | 'unknown_game'} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * @param {string} what
 * @param {any} value
 * @returns {never}
 */
function bad(what, value) {
  throw new Failed('bad_params', `${what}: ${JSON.stringify(value)}`);
}

/**
 * @param {any} value
 * @returns {any[]}
 */
const readList = (value) => (Array.isArray(value) ? value : bad('list', value));

/**
 * @param {any} value
 * @returns {Card[]}
 */
const readCards = (value) => readList(value).map((card) => (PACK.includes(card) ? card : bad('card', card)));

/**
 * Cards of which none is there twice.
 * @param {any} value
 */
function readDistinct(value) {
  const cards = readCards(value);
  return new Set(cards).size === cards.length ? cards : bad('a card twice', value);
}

/**
 * The whole pack in some order.
 * @param {any} value
 */
function readOrder(value) {
  const cards = readDistinct(value);
  return cards.length === PACK.length ? cards : bad('order of the pack', value);
}

/** @param {any} value */
function readOrders(value) {
  const orders = readList(value).map(readOrder);
  return orders.length > 0 ? orders : bad('refills', value);
}

/**
 * @param {any} value
 * @returns {Seat[]}
 */
function readSeats(value) {
  const seats = readList(value).map((seat) => readSeat(seat, SEATS));
  return new Set(seats).size === seats.length ? seats : bad('players', value);
}

/**
 * @param {any} value
 * @param {Seat[]} seats
 * @returns {Seat}
 */
const readSeat = (value, seats) => (seats.includes(value) ? value : bad('seat', value));

/**
 * @param {any} value
 * @param {Seat[]} seats
 */
const readCaller = (value, seats) => (value === null ? null : readSeat(value, seats));

/**
 * @param {any} value
 * @param {Seat[]} seats
 */
const readHands = (value, seats) => bySeat(seats, (seat) => readCards(value?.[seat]));

/**
 * @param {any} value
 * @returns {number}
 */
const readInteger = (value) => (Number.isInteger(value) ? value : bad('integer', value));

/**
 * 0 for a seat left out.
 * @param {any} value
 * @param {Seat[]} seats
 */
const readScores = (value, seats) => bySeat(seats, (seat) => readInteger(value?.[seat] ?? 0));

/**
 * Only the members that the action needs, so that nothing else gets into `last`.
 * @param {any} value
 * @param {Seat[]} seats
 * @returns {Action}
 */
function readAction(value, seats) {
  const player = readSeat(value?.player, seats);
  switch (value.type) {
    case 'call':
      return { player, type: 'call' };
    case 'discard':
      return { player, type: 'discard', cards: readCards(value.cards) };
    case 'draw':
      return readDraw(value, player);
    case 'turn':
      throw new Failed('unsupported', 'a turn is played in its two halves');
    default:
      return bad('type of action', value.type);
  }
}

/**
 * @param {any} value
 * @param {Seat} player
 * @returns {Action}
 */
function readDraw({ from, card }, player) {
  if (from === 'stock') return { player, type: 'draw', from };
  if (from !== 'discard') return bad('from', from);
  return { player, type: 'draw', from, card: readCards([card])[0] };
}

// The loop

/**
 * The result of a request.
 * @param {any} method
 * @param {any} params
 */
function call(method, params) {
  if (typeof method !== 'string' || typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new Failed('bad_params', 'a request has an id, a method and params');
  }
  // Only the table's own members: there is no method `constructor`.
  if (!Object.hasOwn(METHODS, method)) throw new Failed('unknown_method', method);
  return METHODS[method](params);
}

/**
 * The error that is answered for what was thrown. What this adapter did not throw itself is a fault in the engine.
 * @param {any} thrown
 */
function explain(thrown) {
  if (thrown instanceof Failed) return { code: thrown.code, message: thrown.message };
  console.error(thrown);
  return { code: 'internal', message: String(thrown) };
}

/**
 * The request in a line; an empty one for what is no request.
 * @param {string} line
 */
function read(line) {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return {};
  }
}

/**
 * The response to a request.
 * @param {any} request
 */
function answer({ id: given, method, params }) {
  const id = Number.isInteger(given) ? given : null;
  try {
    return { id, result: call(id === null ? null : method, params) };
  } catch (thrown) {
    return { id, error: explain(thrown) };
  }
}

/** Lines as the protocol has them, ended by a line feed; `node:readline` would also break them at other characters. */
async function* lines() {
  let rest = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    const [first, ...others] = chunk.split('\n');
    rest += first;
    for (const other of others) {
      yield rest;
      rest = other;
    }
  }
}

// Standard output belongs to the protocol, so a forgotten console.log goes to standard error, where it does no harm.
globalThis.console = new Console(process.stderr);

// When standard input ends, or after a shutdown, nothing is left to do: Node exits with code 0 once the last answer is written.
for await (const line of lines()) {
  const request = read(line);
  process.stdout.write(`${JSON.stringify(answer(request))}\n`);
  if (request.method === 'shutdown') break;
}
