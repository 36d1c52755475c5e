import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How a deal ended. Players are numbered clockwise from 0; the caller is null when nobody called. {@code totals} and {@code payments} are
 * in points, by player; the winner pays nothing and collects the sum.
 */
record Settlement(Ending ending, Integer caller, int winner, List<Integer> totals, List<Integer> payments) {
    private static final int CAUGHT_PAYS = 25;

    /** The caller was lowest; the caller was matched or beaten; nobody called. */
    enum Ending { WON, CAUGHT, CAP }

    static Settlement of(List<? extends List<Card>> hands, int dealer, Integer caller) {
        List<Integer> totals = hands.stream().map(Hands::total).toList();
        Ending ending = caller == null ? Ending.CAP : isLowestAlone(totals, caller) ? Ending.WON : Ending.CAUGHT;
        int winner = ending == Ending.WON ? caller : lowestButCaller(totals, dealer, caller);
        return new Settlement(ending, caller, winner, totals, payments(totals, winner, caller));
    }

    /** By how much the player's score changes. */
    int delta(int player) {
        return player == winner ? payments.stream().mapToInt(Integer::intValue).sum() : -payments.get(player);
    }

    private static boolean isLowestAlone(List<Integer> totals, int caller) {
        return players(totals).allMatch(player -> player == caller || totals.get(player) > totals.get(caller));
    }

    /** Among equals the first from the dealer's left, the dealer last ({@code settle.ties}). A caught caller cannot win. */
    private static int lowestButCaller(List<Integer> totals, int dealer, Integer caller) {
        return players(totals).map(steps -> (dealer + 1 + steps) % totals.size()).boxed().filter(player -> !player.equals(caller))
            .min(Comparator.comparing(totals::get)).orElseThrow();
    }

    private static List<Integer> payments(List<Integer> totals, int winner, Integer caller) {
        return players(totals).mapToObj(player -> {
            if (player == winner) {
                return 0;
            }
            return caller != null && player == caller ? CAUGHT_PAYS : totals.get(player);
        }).toList();
    }

    private static IntStream players(List<Integer> totals) {
        return IntStream.range(0, totals.size());
    }
}
