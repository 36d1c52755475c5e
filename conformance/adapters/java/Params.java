import java.util.List;
import java.util.Map;

/** The members of one object of a request. What is missing, or not what the protocol says, is a {@link ProtocolError}. */
record Params(Map<?, ?> members) {
    private static final int PACK = 52;

    static Params of(Object value) {
        if (value instanceof Map<?, ?> members) {
            return new Params(members);
        }
        throw ProtocolError.badParams("an object is wanted here: " + Json.write(value));
    }

    boolean isNull(String name) {
        return members.containsKey(name) && members.get(name) == null;
    }

    Params object(String name) {
        return of(members.get(name));
    }

    String text(String name) {
        return get(name, String.class);
    }

    Long number(String name) {
        return get(name, Long.class);
    }

    List<?> list(String name) {
        return get(name, List.class);
    }

    Card card(String name) {
        return Names.card(members.get(name));
    }

    List<Card> cards(String name) {
        return cards(list(name));
    }

    /** The whole pack in some order. */
    List<Card> order(String name) {
        return order(list(name));
    }

    /** Several such orders: at least one. */
    List<List<Card>> orders(String name) {
        if (list(name).isEmpty()) {
            throw ProtocolError.badParams(name + " is empty");
        }
        return list(name).stream().map(order -> order(checked(order, List.class, name))).toList();
    }

    /** The players at a table, clockwise: at least one, and nobody twice. */
    List<String> seats(String name) {
        List<String> seats = list(name).stream().map(seat -> checked(seat, String.class, name)).distinct().toList();
        if (seats.isEmpty() || seats.size() < list(name).size()) {
            throw ProtocolError.badParams(name + ": " + Json.write(list(name)));
        }
        return seats;
    }

    /** The number that the engine knows a player by: their place among the seats. */
    int player(String name, List<String> seats) {
        int player = seats.indexOf(text(name));
        if (player < 0) {
            throw ProtocolError.badParams(name + ": nobody sits at " + text(name));
        }
        return player;
    }

    private static List<Card> order(List<?> names) {
        List<Card> order = cards(names);
        if (order.size() != PACK || order.stream().distinct().count() != PACK) {
            throw ProtocolError.badParams("not every card of the pack once");
        }
        return order;
    }

    private static List<Card> cards(List<?> names) {
        return names.stream().map(Names::card).toList();
    }

    private <T> T get(String name, Class<T> type) {
        return checked(members.get(name), type, name);
    }

    private static <T> T checked(Object value, Class<T> type, String name) {
        if (!type.isInstance(value)) {
            throw ProtocolError.badParams(name + " is missing, or of another type");
        }
        return type.cast(value);
    }
}
