import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;

/**
 * One deal of Dhumbal, as the rule system nepali-games plays it. Players are numbered clockwise from 0. A turn is one call: it happens as a
 * whole or, with an {@link IllegalMove}, not at all.
 */
final class Game {
    private static final int MIN_PLAYERS = 2;
    private static final int MAX_PLAYERS = 6;
    private static final int HAND = 5;
    private static final int LAST_TURN = 200;

    private final int dealer;
    private final List<List<Card>> hands = new ArrayList<>();
    private final Deque<Card> stock;
    private final Deque<Card> pile = new ArrayDeque<>();
    private final IntFunction<List<Card>> refillOrder;
    private int refills;
    private int player;
    private int turns;
    private Settlement settlement;

    /**
     * Deals from the top of the pack. {@code refillOrder} shuffles: asked with the number of refills before, it gives an order of the whole
     * pack for the next one, and always the same, because a turn that is refused must not have shuffled anything.
     */
    Game(int players, int dealer, List<Card> pack, IntFunction<List<Card>> refillOrder) {
        IllegalMove.when(players < MIN_PLAYERS || players > MAX_PLAYERS, "a game for " + MIN_PLAYERS + " to " + MAX_PLAYERS);
        this.dealer = dealer;
        this.refillOrder = refillOrder;
        stock = new ArrayDeque<>(pack);
        deal(players);
        pile.push(stock.pop());
        player = (dealer + 1) % players;
    }

    private void deal(int players) {
        for (int i = 0; i < players; i++) {
            hands.add(new ArrayList<>());
        }
        for (int i = 1; i <= HAND * players; i++) {
            hands.get((dealer + i) % players).add(stock.pop());
        }
    }

    /** A turn with a card from the stock, which it answers. */
    Card drawAndDiscard(int who, List<Card> discard) {
        checkTurn(who);
        Card drawn = nextOfStock();
        Hands.checkDiscard(handWith(drawn), null, discard);
        if (stock.isEmpty()) {
            refill();
        }
        finishTurn(stock.pop(), discard);
        return drawn;
    }

    /** A turn with the top card of the discard pile. */
    void takeAndDiscard(int who, Card taken, List<Card> discard) {
        checkTurn(who);
        IllegalMove.when(!taken.equals(pile.peek()), "only the top of the discard pile can be taken");
        IllegalMove.when(hands.get(who).isEmpty(), "an empty hand has no other card to discard");
        Hands.checkDiscard(handWith(taken), taken, discard);
        finishTurn(pile.pop(), discard);
    }

    /** A call, which ends the deal. */
    void call(int who) {
        checkTurn(who);
        Hands.checkCall(hands.get(who));
        settlement = Settlement.of(hands, dealer, who);
    }

    private void checkTurn(int who) {
        IllegalMove.when(isOver(), "the deal is over");
        IllegalMove.when(who != player, "it is another player's turn");
    }

    private List<Card> handWith(Card drawn) {
        List<Card> hand = new ArrayList<>(hands.get(player));
        hand.add(drawn);
        return hand;
    }

    private void finishTurn(Card drawn, List<Card> discard) {
        hands.get(player).add(drawn);
        hands.get(player).removeAll(discard);
        discard.forEach(pile::push);
        player = (player + 1) % hands.size();
        turns++;
        if (turns == LAST_TURN) {
            settlement = Settlement.of(hands, dealer, null);
        }
    }

    /** Hands hold 31 cards at most, so that there is always something to refill an empty stock with. */
    private Card nextOfStock() {
        return stock.isEmpty() ? refilled().get(0) : stock.peek();
    }

    /** What a refill would make the stock: all of the discard pile but its top card. */
    private List<Card> refilled() {
        List<Card> order = refillOrder.apply(refills);
        return pile.stream().skip(1).sorted(Comparator.comparing(order::indexOf)).toList();
    }

    private void refill() {
        stock.addAll(refilled());
        pile.retainAll(List.of(pile.peek()));
        refills++;
    }

    boolean isOver() {
        return settlement != null;
    }

    /** How the deal ended; null as long as it has not. */
    Settlement settlement() {
        return settlement;
    }

    /** Who is to act, as long as the deal is not over. */
    int player() {
        return player;
    }

    /** Turns completed. */
    int turns() {
        return turns;
    }

    List<Card> hand(int who) {
        return List.copyOf(hands.get(who));
    }

    /** Top card first, as the discard pile. */
    List<Card> stock() {
        return List.copyOf(stock);
    }

    List<Card> pile() {
        return List.copyOf(pile);
    }
}
