/**
 * A starter for an adapter in JavaScript: it answers what can be asked of cards alone. Put your engine in the places marked YOUR ENGINE.
 *
 *     dhumbal smoke -- node starter.mjs
 */

import { Console } from 'node:console';
import process from 'node:process';

/** YOUR ENGINE: what is left out here is not asked for. Add settle, apply, load, observe … as METHODS comes to answer them. */
const CAPABILITIES = { judge: true };

/** Every card by its name in the protocol, with its points. @type {Map<string, number>} */
const PACK = new Map([...'SHDC'].flatMap((suit) => [...'A23456789TJQK'].map((rank, index) => [rank + suit, Math.min(index + 1, 10)])));

/** A request that cannot be dealt with. A broken rule is none: it is a result. */
class Failed extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Each method takes its params and returns its result. @type {Record<string, (params: any) => object>} */
const METHODS = {
  initialize() {
    const engine = { name: 'my-engine', version: '0.1.0', language: `JavaScript, Node ${process.versions.node}` };
    return { protocol: 1, engine, layer: 'core', profiles: ['nepali-games'], capabilities: CAPABILITIES };
  },

  // YOUR ENGINE: ask it in place of each expression.
  judge({ question }) {
    const cards = readCards(question?.type === 'discard' ? question.cards : question?.hand);
    const total = cards.reduce((sum, card) => sum + (PACK.get(card) ?? 0), 0);
    if (question.type === 'hand') return { total };
    if (question.type === 'call') return { accepted: total <= 5 };
    return { accepted: new Set(cards).size === cards.length && new Set(cards.map((card) => card[0])).size === 1 };
  },

  // YOUR ENGINE: settle, new, load, apply, observe, legal, takeable, series, end.
  shutdown: () => ({}),
};

/**
 * @param {any} value
 * @returns {string[]}
 */
function readCards(value) {
  if (Array.isArray(value) && value.every((card) => PACK.has(card))) return value;
  throw new Failed('bad_params', `cards: ${JSON.stringify(value)}`);
}

/** @param {any} request */
function call({ id, method, params }) {
  if (!Number.isInteger(id) || typeof method !== 'string' || typeof params !== 'object' || params === null) {
    throw new Failed('bad_params', 'a request has an id, a method and params');
  }
  if (!Object.hasOwn(METHODS, method)) throw new Failed('unknown_method', method);
  return METHODS[method](params);
}

/**
 * The response to a line, and whether it is the last.
 * @param {string} line
 */
function answer(line) {
  /** @type {any} */
  let request = {};
  try {
    request = JSON.parse(line) ?? {};
    return { response: { id: request.id ?? null, result: call(request) }, last: request.method === 'shutdown' };
  } catch (thrown) {
    if (!(thrown instanceof Failed || thrown instanceof SyntaxError)) console.error(thrown);
    const code = thrown instanceof SyntaxError ? 'bad_params' : thrown instanceof Failed ? thrown.code : 'internal';
    return { response: { id: request.id ?? null, error: { code, message: String(thrown) } }, last: false };
  }
}

async function* lines() {
  let rest = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    const whole = (rest + chunk).split('\n');
    rest = whole.pop() ?? '';
    yield* whole;
  }
}

// Standard output belongs to the protocol, so a forgotten console.log goes to standard error.
globalThis.console = new Console(process.stderr);

for await (const line of lines()) {
  const { response, last } = answer(line);
  process.stdout.write(`${JSON.stringify(response)}\n`);
  if (last) break;
}
