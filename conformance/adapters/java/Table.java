import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One open game in the words of the protocol: its seats, and what was last done at it. */
final class Table {
    private final Game game;
    private final List<String> seats;
    private final String dealer;
    private Map<Object, Object> last;

    Table(Game game, List<String> seats, String dealer) {
        this.game = game;
        this.seats = seats;
        this.dealer = dealer;
    }

    /** Does one action, of whoever asks for it: that it is not their turn is for the game to say. */
    Map<String, Object> apply(Params action) {
        int player = action.player("player", seats);
        Map<String, Object> answer = Json.object("accepted", true);
        switch (action.text("type")) {
            case "turn" -> answer.putAll(turn(player, action.object("draw"), action.cards("discard")));
            case "call" -> game.call(player);
            case "draw", "discard" -> throw new ProtocolError("unsupported", "half a turn");
            default -> throw ProtocolError.badParams("no such action: " + action.text("type"));
        }
        remember(action, answer.get("card"));
        addResult(answer);
        return answer;
    }

    private Map<String, Object> turn(int player, Params draw, List<Card> discard) {
        switch (draw.text("from")) {
            case "stock":
                return Json.object("card", Names.of(game.drawAndDiscard(player, discard)));
            case "discard":
                game.takeAndDiscard(player, draw.card("card"), discard);
                return Map.of();
            default:
                throw ProtocolError.badParams("no such pile: " + draw.text("from"));
        }
    }

    private void remember(Params action, Object drawn) {
        last = new LinkedHashMap<>(action.members());
        if (drawn != null) {
            last.put("draw", Json.object("from", "stock", "card", drawn));
        }
    }

    private void addResult(Map<String, Object> answer) {
        if (game.isOver()) {
            answer.put("result", Names.result(game.settlement(), seats));
        }
    }

    /** The whole table, as a referee sees it. The step is always the start of a turn, because the engine knows no half turns. */
    Map<String, Object> state() {
        Map<String, Object> state = Json.object(
            "players", seats,
            "dealer", dealer,
            "turn", game.isOver() ? null : Json.object("player", seats.get(game.player()), "step", "start"),
            "turns", game.turns(),
            "hands", Names.bySeat(seats, player -> Names.of(game.hand(player))),
            "stock", Names.of(game.stock()),
            "pile", Names.of(game.pile()));
        if (last != null) {
            state.put("last", last);
        }
        addResult(state);
        return state;
    }
}
