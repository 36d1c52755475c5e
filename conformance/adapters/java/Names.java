import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/** The protocol's names for what the engine has: {@code "TH"} for the ten of hearts, a seat for the number of a player. */
final class Names {
    private static final String RANKS = "A23456789TJQK";
    private static final String SUITS = "SHDC";

    private Names() {
    }

    static Card card(Object name) {
        if (!(name instanceof String card) || !card.matches("[" + RANKS + "][" + SUITS + "]")) {
            throw ProtocolError.badParams("no such card: " + Json.write(name));
        }
        return new Card(Card.Rank.values()[RANKS.indexOf(card.charAt(0))], Card.Suit.values()[SUITS.indexOf(card.charAt(1))]);
    }

    static String of(Card card) {
        return "" + RANKS.charAt(card.rank().ordinal()) + SUITS.charAt(card.suit().ordinal());
    }

    static List<String> of(Collection<Card> cards) {
        return cards.stream().map(Names::of).toList();
    }

    /** The result of a deal: {@code payments} are those of exactly the players who did not win. */
    static Map<String, Object> result(Settlement settlement, List<String> seats) {
        Map<String, Object> payments = bySeat(seats, settlement.payments()::get);
        payments.remove(seats.get(settlement.winner()));
        return Json.object(
            "ended", settlement.ending().name().toLowerCase(Locale.ROOT),
            "caller", settlement.caller() == null ? null : seats.get(settlement.caller()),
            "winner", seats.get(settlement.winner()),
            "totals", bySeat(seats, settlement.totals()::get),
            "payments", payments,
            "deltas", bySeat(seats, settlement::delta));
    }

    static Map<String, Object> bySeat(List<String> seats, IntFunction<Object> value) {
        Map<String, Object> values = Json.object();
        for (int player = 0; player < seats.size(); player++) {
            values.put(seats.get(player), value.apply(player));
        }
        return values;
    }
}
