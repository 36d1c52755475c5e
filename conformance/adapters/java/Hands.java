import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/** What the rules say about cards alone, wherever they lie. */
final class Hands {
    private static final int CALL_LIMIT = 5;

    private Hands() {
    }

    /** What the cards count together, in points; nothing counts 0 ({@code value.total}). */
    static int total(Collection<Card> hand) {
        return hand.stream().mapToInt(card -> card.rank().points).sum();
    }

    /** Refuses a call with too high a total ({@code call.limit}). */
    static void checkCall(Collection<Card> hand) {
        IllegalMove.when(total(hand) > CALL_LIMIT, "the hand counts more than " + CALL_LIMIT);
    }

    /** Refuses a discard that is not one card or one set out of the hand; {@code locked} was just taken, and is null where nothing was. */
    static void checkDiscard(Collection<Card> hand, Card locked, List<Card> discard) {
        IllegalMove.when(discard.isEmpty(), "a discard has at least one card");
        IllegalMove.when(new HashSet<>(discard).size() < discard.size(), "a card is named twice");
        IllegalMove.when(!hand.containsAll(discard), "a card is not in the hand");
        IllegalMove.when(locked != null && discard.contains(locked), "the card just taken may not be discarded");
        IllegalMove.when(discard.stream().map(Card::rank).distinct().count() > 1, "the cards are not of one rank");
    }
}
