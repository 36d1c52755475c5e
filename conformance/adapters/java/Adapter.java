import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Stands between the engine and the harness: reads one request a line on standard input, and writes one answer a line on standard output.
 *
 * <p>To check an engine of your own, keep this class with {@link Json}, {@link Params} and {@link ProtocolError}, and rewrite {@link Table}
 * and {@link Names}, which turn the protocol's words into calls of the engine.
 */
public final class Adapter {
    private final Map<String, Table> tables = new HashMap<>();
    private boolean shutDown;

    public static void main(String[] args) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err); // Whatever the engine prints stays out of the answers.
        InputStream requests = new BufferedInputStream(System.in);
        Adapter adapter = new Adapter();
        while (!adapter.shutDown) {
            byte[] line = readLine(requests);
            if (line == null) {
                return;
            }
            // Not println, which ends lines as the system does; and in UTF-8, which is the default of Java only since version 18.
            answers.write((Json.write(adapter.answer(line)) + "\n").getBytes(StandardCharsets.UTF_8));
            answers.flush();
        }
    }

    /** The bytes before the next line feed; null at the end. */
    private static byte[] readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
        }
        return line.toByteArray();
    }

    private Map<String, Object> answer(byte[] line) {
        Map<String, Object> response = Json.object("id", null);
        try {
            Params request = parse(line);
            response.put("id", request.number("id"));
            response.put("result", result(request.text("method"), request.object("params")));
        } catch (ProtocolError error) {
            response.put("error", Json.object("code", error.code, "message", error.getMessage()));
        } catch (RuntimeException bug) {
            bug.printStackTrace();
            response.put("error", Json.object("code", "internal", "message", bug.toString()));
        }
        return response;
    }

    private static Params parse(byte[] line) {
        try {
            // A decoder of its own, because new String(bytes, UTF_8) passes over bytes that are no UTF-8.
            return Params.of(Json.parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString()));
        } catch (Json.Malformed | CharacterCodingException malformed) {
            throw ProtocolError.badParams("no JSON in UTF-8: " + malformed.getMessage());
        }
    }

    /** The engine refuses by an exception, and has changed nothing then. This is the one place where that becomes an answer. */
    private Map<String, Object> result(String method, Params params) {
        try {
            return dispatch(method, params);
        } catch (IllegalMove refused) {
            return Json.object("accepted", false, "message", refused.getMessage());
        }
    }

    private Map<String, Object> dispatch(String method, Params params) {
        return switch (method) {
            case "initialize" -> initialize(params);
            case "new" -> open(params);
            case "apply" -> table(params).apply(params.object("action"));
            case "observe" -> observe(params);
            case "judge" -> judge(params.object("question"));
            case "settle" -> settle(params);
            case "end" -> end(params);
            case "shutdown" -> shutDown();
            case "load", "legal", "takeable", "series" -> throw new ProtocolError("unsupported", method);
            default -> throw new ProtocolError("unknown_method", method);
        };
    }

    /** Declares what can be checked. What is not named here is not asked for, and is reported as unsupported. */
    private Map<String, Object> initialize(Params params) {
        if (!params.list("protocol").contains(1L)) {
            throw new ProtocolError("unsupported", "this adapter speaks version 1 of the protocol");
        }
        return Json.object(
            "protocol", 1,
            "engine", Json.object("name", "dhumbal-java-example", "version", "1", "language", "Java " + Runtime.version().feature()),
            "layer", "core",
            "profiles", List.of("nepali-games"),
            "capabilities", Json.object(
                "apply", true, "judge", true, "settle", true, "observe", List.of("referee"), "chance", List.of("pack", "refills")));
    }

    /** The profile and its parameters are passed over: the engine plays one rule system, and is asked about no other. */
    private Map<String, Object> open(Params params) {
        List<String> seats = params.seats("players");
        Params chance = params.object("chance");
        List<List<Card>> orders = chance.orders("refills");
        IntFunction<List<Card>> refillOrder = refills -> orders.get(Math.min(refills, orders.size() - 1));
        Game game = new Game(seats.size(), params.player("dealer", seats), chance.order("pack"), refillOrder);
        tables.put(params.text("game"), new Table(game, seats, params.text("dealer")));
        return Json.object("accepted", true);
    }

    private Map<String, Object> observe(Params params) {
        Table table = table(params);
        if (!params.text("as").equals("referee")) {
            throw new ProtocolError("unsupported", "only the referee can look");
        }
        return Json.object("state", table.state());
    }

    private Map<String, Object> judge(Params question) {
        switch (question.text("type")) {
            case "discard" -> Hands.checkDiscard(question.cards("cards"), null, question.cards("cards"));
            case "call" -> Hands.checkCall(question.cards("hand"));
            case "hand" -> {
                return Json.object("total", Hands.total(question.cards("hand")));
            }
            default -> throw ProtocolError.badParams("no such question: " + question.text("type"));
        }
        return Json.object("accepted", true);
    }

    private Map<String, Object> settle(Params params) {
        List<String> seats = params.seats("players");
        List<List<Card>> hands = seats.stream().map(params.object("hands")::cards).toList();
        Integer caller = params.isNull("caller") ? null : params.player("caller", seats);
        return Json.object("result", Names.result(Settlement.of(hands, params.player("dealer", seats), caller), seats));
    }

    private Map<String, Object> end(Params params) {
        table(params);
        tables.remove(params.text("game"));
        return Json.object();
    }

    private Map<String, Object> shutDown() {
        shutDown = true;
        return Json.object();
    }

    private Table table(Params params) {
        Table table = tables.get(params.text("game"));
        if (table == null) {
            throw new ProtocolError("unknown_game", params.text("game"));
        }
        return table;
    }
}
