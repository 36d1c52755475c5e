/**
 * Dhumbal by the house rules of Nepali Games: the whole game, written from the rule book (`spec/rules/en`), without input or output.
 * § names the clause that a function keeps. Functions whose name begins with `whyNot` answer the id of the clause that is broken, or null.
 * All lists of a pile are top first.
 *
 * @typedef {string} Seat `A`, `B`, `C` …, clockwise
 * @typedef {string} Card rank, then suit: `KH`
 * @typedef {Record<Seat, Card[]>} Hands
 * @typedef {Record<Seat, number>} Points
 *
 * @typedef {{ player: Seat, type: 'draw', from: 'stock', card?: Card }} Draw the card is known once it is drawn
 * @typedef {{ player: Seat, type: 'draw', from: 'discard', card: Card }} Take
 * @typedef {{ player: Seat, type: 'discard', cards: Card[] }} Discard in the order laid
 * @typedef {{ player: Seat, type: 'call' }} Call
 * @typedef {Draw | Take | Discard | Call} Action
 *
 * @typedef {object} Result How a deal ended.
 * @property {'won' | 'caught' | 'cap'} ended
 * @property {Seat | null} caller null at the turn cap
 * @property {Seat} winner
 * @property {Points} totals
 * @property {Points} payments of everybody but the winner
 * @property {Points} deltas
 */

const MIN_PLAYERS = 2;
const MAX_PLAYERS = 6;
const HAND_SIZE = 5;
const CALL_LIMIT = 5;
const PENALTY = 25;
const TURN_CAP = 200;
const SERIES_DEALS = 3;

// Setup

/**
 * § setup.players
 * @param {Seat[]} players
 */
export function whyNotPlayers(players) {
  return players.length < MIN_PLAYERS || players.length > MAX_PLAYERS ? 'setup.players' : null;
}

/**
 * Once round the table: from the player at the left of a seat to that seat itself. § setup.seats
 * @param {Seat[]} players
 * @param {Seat} seat
 */
function seatsAfter(players, seat) {
  const left = players.indexOf(seat) + 1;
  return [...players.slice(left), ...players.slice(0, left)];
}

/**
 * § setup.seats
 * @param {Seat[]} players
 * @param {Seat} seat
 */
function leftOf(players, seat) {
  return seatsAfter(players, seat)[0];
}

/**
 * Something for each player.
 * @template T
 * @param {Seat[]} players
 * @param {(seat: Seat) => T} what
 * @returns {Record<Seat, T>}
 */
export function bySeat(players, what) {
  return Object.fromEntries(players.map((seat) => [seat, what(seat)]));
}

// Cards and values

const RANKS = [...'A23456789TJQK'];
const SUITS = [...'SHDC'];

/** One pack of 52 cards, without jokers, in canonical order. § pack.cards */
export const PACK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

/** @param {Card} card */
const rankOf = (card) => card[0];

/**
 * § value.ace, value.pips, value.courts, value.suits
 * @param {Card} card
 */
function value(card) {
  return Math.min(RANKS.indexOf(rankOf(card)) + 1, 10);
}

/**
 * § value.total
 * @param {Card[]} hand
 */
export function total(hand) {
  return hand.reduce((sum, card) => sum + value(card), 0);
}

// The call

/**
 * At the start of a turn. § call.limit
 * @param {Card[]} hand
 */
export function whyNotCall(hand) {
  return total(hand) > CALL_LIMIT ? 'call.limit' : null;
}

// The discard

/**
 * The first clause that a discard breaks. § refuse.first, discard.some, discard.distinct, discard.held, take.lock, discard.together
 * @param {Card[]} cards
 * @param {Card[]} hand
 * @param {Card} [locked]
 */
export function whyNotDiscard(cards, hand, locked) {
  if (cards.length === 0) return 'discard.some';
  if (new Set(cards).size < cards.length) return 'discard.distinct';
  if (!cards.every((card) => hand.includes(card))) return 'discard.held';
  if (cards.some((card) => card === locked)) return 'take.lock';
  return isOneRank(cards) ? null : 'discard.together';
}

/**
 * A single card or a set. § discard.single, discard.set, discard.suits, discard.no-runs
 * @param {Card[]} cards
 */
function isOneRank(cards) {
  return cards.every((card) => rankOf(card) === rankOf(cards[0]));
}

/**
 * Every choice of one or more of the cards, in each order in which it can be laid. § discard.part, discard.order
 * @param {Card[]} cards
 * @returns {Card[][]}
 */
function arrangements(cards) {
  return cards.flatMap((first) => {
    const others = cards.filter((card) => card !== first);
    return [[first], ...arrangements(others).map((rest) => [first, ...rest])];
  });
}

// A deal

/** One hand of play. What there is not, such as a card drawn at the start of a turn, is undefined. */
export class Deal {
  /** Ordinary turns completed. */
  turns = 0;
  /** @type {'start' | 'discard'} */
  step = 'start';
  /** The card drawn from the stock in this turn. @type {Card | undefined} */
  drawn;
  /** The card taken in this turn, which may not be discarded in it. @type {Card | undefined} */
  locked;
  /** The last action done. @type {Action | undefined} */
  last;
  /** @type {Result | undefined} */
  result;
  /** How often the stock has been refilled. */
  refills = 0;

  /**
   * A table, at the start of a turn of the player at the dealer's left. § deal.starter
   * @param {Seat[]} players
   * @param {Seat} dealer
   * @param {Hands} hands
   * @param {Card[]} stock
   * @param {Card[]} pile
   * @param {Card[][]} orders what stands for the shuffles of the refills: an order of the pack for each, the last one for all further ones
   */
  constructor(players, dealer, hands, stock, pile, orders) {
    this.players = players;
    this.dealer = dealer;
    this.hands = hands;
    this.stock = stock;
    this.pile = pile;
    this.orders = orders;
    /** Who is to act. */
    this.player = leftOf(players, dealer);
  }

  /**
   * Deals from a pack, its first card first. § deal.hands, deal.singly, deal.upcard, deal.stock
   * @param {Seat[]} players
   * @param {Seat} dealer
   * @param {Card[]} pack
   * @param {Card[][]} orders
   */
  static fromPack(players, dealer, pack, orders) {
    const round = seatsAfter(players, dealer);
    const size = HAND_SIZE * players.length;
    const dealt = pack.slice(0, size);
    const [upcard, ...stock] = pack.slice(size);
    const hands = bySeat(players, (seat) => dealt.filter((_, place) => round[place % round.length] === seat));
    return new Deal(players, dealer, hands, stock, [upcard], orders);
  }

  /** The hand of the player who is to act. */
  get hand() {
    return this.hands[this.player];
  }

  /**
   * The first clause that an action breaks. § refuse.first, turn.over, turn.seat
   * @param {Action} action
   */
  whyNot(action) {
    if (this.result) return 'turn.over';
    if (action.player !== this.player) return 'turn.seat';
    return this.step === 'start' ? this.whyNotAtStart(action) : this.whyNotAfterDrawing(action);
  }

  /**
   * § turn.choice, turn.draw-first
   * @param {Action} action
   */
  whyNotAtStart(action) {
    if (action.type === 'discard') return 'turn.draw-first';
    if (action.type === 'call') return whyNotCall(this.hand);
    return action.from === 'stock' ? this.whyNotDraw() : this.whyNotTake(action.card);
  }

  /**
   * § turn.one-draw, call.only-at-turn-start
   * @param {Action} action
   */
  whyNotAfterDrawing(action) {
    if (action.type === 'draw') return 'turn.one-draw';
    if (action.type === 'call') return 'call.only-at-turn-start';
    return whyNotDiscard(action.cards, this.hand, this.locked);
  }

  /** § refill.nothing */
  whyNotDraw() {
    return this.stock.length === 0 && this.pile.length < 2 ? 'refill.nothing' : null;
  }

  /**
   * § take.top, take.empty-hand
   * @param {Card} card
   */
  whyNotTake(card) {
    if (card !== this.pile[0]) return 'take.top';
    return this.hand.length === 0 ? 'take.empty-hand' : null;
  }

  /**
   * Does what breaks no clause.
   * @param {Action} action
   */
  act(action) {
    this.last = action;
    if (action.type === 'call') this.call();
    else if (action.type === 'discard') this.discard(action.cards);
    else if (action.from === 'discard') this.take(action.card);
    else this.last = { ...action, card: this.draw() };
  }

  /** § call.no-draw, call.at-once */
  call() {
    this.end(this.player);
  }

  /** § draw.stock, refill.when, refill.draw */
  draw() {
    if (this.stock.length === 0) this.refill();
    const [card, ...stock] = this.stock;
    this.stock = stock;
    this.drawn = card;
    this.pickUp(card);
    return card;
  }

  /** § refill.keeps, refill.rest, refill.order, refill.again */
  refill() {
    const [top, ...rest] = this.pile;
    const order = this.orders[Math.min(this.refills, this.orders.length - 1)];
    this.stock = order.filter((card) => rest.includes(card));
    this.pile = [top];
    this.refills += 1;
  }

  /**
   * § take.top, take.upcard, take.lock-card
   * @param {Card} card
   */
  take(card) {
    this.pile = this.pile.slice(1);
    this.locked = card;
    this.pickUp(card);
  }

  /**
   * § turn.two-steps
   * @param {Card} card
   */
  pickUp(card) {
    this.hands[this.player] = [...this.hand, card];
    this.step = 'discard';
  }

  /**
   * The last card laid becomes the top. § discard.order, discard.buried
   * @param {Card[]} cards
   */
  discard(cards) {
    this.hands[this.player] = this.hand.filter((card) => !cards.includes(card));
    this.pile = [...cards.toReversed(), ...this.pile];
    this.endTurn();
  }

  /** § turn.must-discard, take.lock-ends, cap.turns, cap.counts, empty.goes-on */
  endTurn() {
    this.drawn = undefined;
    this.locked = undefined;
    this.step = 'start';
    this.player = leftOf(this.players, this.player);
    this.turns += 1;
    if (this.turns >= TURN_CAP) this.end(null);
  }

  /** @param {Seat | null} caller null at the turn cap */
  end(caller) {
    this.result = settle(this.players, this.dealer, caller, this.hands);
  }

  /** Every action that the rules allow now. */
  legal() {
    const actions = this.step === 'start' ? this.waysToBegin() : this.waysToDiscard();
    return actions.filter((action) => this.whyNot(action) === null);
  }

  /**
   * What may be allowed at the start of a turn. § turn.choice
   * @returns {Action[]}
   */
  waysToBegin() {
    const player = this.player;
    return [
      { player, type: 'call' },
      { player, type: 'draw', from: 'stock' },
      ...this.pile.slice(0, 1).map((card) => /** @type {const} */ ({ player, type: 'draw', from: 'discard', card })),
    ];
  }

  /**
   * What may be allowed after drawing. § discard.single, discard.set, discard.part
   * @returns {Action[]}
   */
  waysToDiscard() {
    const ranks = RANKS.map((rank) => this.hand.filter((card) => rankOf(card) === rank));
    return ranks.flatMap(arrangements).map((cards) => ({ player: this.player, type: 'discard', cards }));
  }

  /** The cards that the player to act could take from the discard pile now. § take.top */
  takeable() {
    return this.pile.filter((card) => this.whyNot({ player: this.player, type: 'draw', from: 'discard', card }) === null);
  }

  /**
   * The last action as a viewer saw it. § see.draw, see.take
   * @param {Seat} viewer
   */
  lastSeenBy(viewer) {
    const { last } = this;
    const hidden = last?.type === 'draw' && last.from === 'stock' && !seesDraw(viewer, last.player);
    return hidden ? { ...last, card: undefined } : last;
  }

  /**
   * The table as a viewer sees it: a player, or the `referee`, who sees everything. § see.hand, see.stock, see.pile, see.end
   * @param {Seat} viewer
   */
  seenBy(viewer) {
    const referee = viewer === 'referee';
    const open = referee || this.result !== undefined;
    return {
      players: this.players,
      dealer: this.dealer,
      turn: this.result ? null : { player: this.player, step: this.step },
      turns: this.turns,
      hands: bySeat(this.players, (seat) => (open || seat === viewer ? this.hands[seat] : this.hands[seat].length)),
      stock: referee ? this.stock : this.stock.length,
      pile: this.pile,
      drawn: seesDraw(viewer, this.player) ? this.drawn : undefined,
      locked: this.locked,
      last: this.lastSeenBy(viewer),
      result: this.result,
    };
  }
}

/**
 * Whether a viewer sees the card that a player drew from the stock. § see.draw
 * @param {Seat} viewer
 * @param {Seat} player
 */
function seesDraw(viewer, player) {
  return viewer === 'referee' || viewer === player;
}

// Settling

/**
 * Settles the hands shown after a call, or at the turn cap, where nobody is the caller. § settle.show, cap.no-penalty
 * @param {Seat[]} players
 * @param {Seat} dealer
 * @param {Seat | null} caller
 * @param {Hands} hands
 * @returns {Result}
 */
export function settle(players, dealer, caller, hands) {
  const totals = bySeat(players, (seat) => total(hands[seat]));
  const winner = winnerOf(tieOrder(players, dealer), caller, totals);
  const payers = players.filter((seat) => seat !== winner);
  const payments = bySeat(payers, (seat) => payment(seat, caller, totals));
  const ended = caller === null ? 'cap' : caller === winner ? 'won' : 'caught';
  return { ended, caller, winner, totals, payments, deltas: collect(players, winner, payments) };
}

/**
 * The order in which the first of equal lowest hands wins; the dealer comes last. § settle.ties, settle.ties.dealer-last
 * @param {Seat[]} players
 * @param {Seat} dealer
 */
function tieOrder(players, dealer) {
  return seatsAfter(players, dealer);
}

/**
 * A caller who was not caught; otherwise the lowest of all who did not call. § settle.won, settle.caught.winner, cap.lowest
 * @param {Seat[]} order
 * @param {Seat | null} caller
 * @param {Points} totals
 */
function winnerOf(order, caller, totals) {
  const others = order.filter((seat) => seat !== caller);
  return caller !== null && !isCaught(caller, others, totals) ? caller : lowest(others, totals);
}

/**
 * Matched or beaten. § settle.caught, settle.empty
 * @param {Seat} caller
 * @param {Seat[]} others
 * @param {Points} totals
 */
function isCaught(caller, others, totals) {
  return others.some((seat) => totals[seat] <= totals[caller]);
}

/**
 * The first of those with the lowest total. § settle.ties
 * @param {Seat[]} seats
 * @param {Points} totals
 */
function lowest(seats, totals) {
  return seats.reduce((best, seat) => (totals[seat] < totals[best] ? seat : best));
}

/**
 * What a player who did not win pays. § settle.caught.flat, settle.caught.once, settle.others, settle.zero
 * @param {Seat} seat
 * @param {Seat | null} caller
 * @param {Points} totals
 */
function payment(seat, caller, totals) {
  return seat === caller ? PENALTY : totals[seat];
}

/**
 * § settle.collects
 * @param {Seat[]} players
 * @param {Seat} winner
 * @param {Points} payments
 */
function collect(players, winner, payments) {
  const sum = Object.values(payments).reduce((a, b) => a + b, 0);
  return bySeat(players, (seat) => (seat === winner ? sum : -payments[seat]));
}

// The series

/** Deals that are scored together. */
export class Series {
  played = 0;

  /**
   * § series.zero
   * @param {Seat[]} players
   * @param {Seat} dealer of the first deal
   * @param {Points} scores before it
   */
  constructor(players, dealer, scores = bySeat(players, () => 0)) {
    this.players = players;
    this.dealer = dealer;
    this.scores = scores;
  }

  /** § series.deals, series.capped, series.no-elimination */
  get over() {
    return this.played === SERIES_DEALS;
  }

  /** § series.deals */
  whyNotDeal() {
    return this.over ? 'series.deals' : null;
  }

  /**
   * Adds what a deal changes. § series.score
   * @param {Seat | null} caller
   * @param {Hands} hands
   */
  score(caller, hands) {
    const { players, dealer } = this;
    const { winner, deltas } = settle(players, dealer, caller, hands);
    this.scores = bySeat(players, (seat) => this.scores[seat] + deltas[seat]);
    this.played += 1;
    this.dealer = this.nextDealer();
    return { dealer, starter: leftOf(players, dealer), winner, deltas, scores: this.scores };
  }

  /** § series.rotation */
  nextDealer() {
    return leftOf(this.players, this.dealer);
  }

  /** The highest score is first, and equal scores share their place: 1, 1, 3. § series.highest, series.places */
  places() {
    return bySeat(this.players, (seat) => 1 + this.players.filter((other) => this.scores[other] > this.scores[seat]).length);
  }

  /** § series.highest */
  winners() {
    const places = this.places();
    return this.players.filter((seat) => places[seat] === 1);
  }
}
