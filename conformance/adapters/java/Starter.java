import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A starter for an adapter in Java 17: it answers what can be asked of cards alone. Put your engine in the places marked YOUR ENGINE.
 *
 * <pre>
 * javac -d build Starter.java Json.java
 * dhumbal smoke -- java -cp build Starter
 * </pre>
 */
public final class Starter {
    /** YOUR ENGINE: what is left out here is not asked for. Add settle, apply, load, observe … as METHODS comes to answer them. */
    private static final Map<String, Object> CAPABILITIES = Map.of("judge", true);

    /** Each method takes its params and returns its result. A broken rule is a result; what makes no sense is a Failure. */
    private static final Map<String, Function<Map<?, ?>, Map<String, Object>>> METHODS = Map.of(
            "initialize", params -> initialize(),
            "judge", params -> judge((Map<?, ?>) params.get("question")),
            // YOUR ENGINE: settle, new, load, apply, observe, legal, takeable, series, end.
            "shutdown", params -> Json.object());

    /** A request that cannot be dealt with: one of the codes of the protocol, and a message for people. */
    private static final class Failure extends RuntimeException {
        private final String code;

        private Failure(String code, String message) {
            super(message);
            this.code = code;
        }
    }

    private static Map<String, Object> initialize() {
        Map<String, Object> engine = Json.object("name", "my-engine", "version", "0.1.0", "language", "Java " + Runtime.version().feature());
        return Json.object(
                "protocol", 1, "engine", engine, "layer", "core", "profiles", List.of("nepali-games"), "capabilities", CAPABILITIES);
    }

    /** Judges cards alone. YOUR ENGINE: ask it in place of each expression. */
    private static Map<String, Object> judge(Map<?, ?> question) {
        List<?> cards = (List<?>) question.get(question.get("type").equals("discard") ? "cards" : "hand");
        int total = cards.stream().mapToInt(Starter::points).sum();
        long ranks = cards.stream().map(card -> ((String) card).charAt(0)).distinct().count();
        return switch ((String) question.get("type")) {
            case "hand" -> Json.object("total", total);
            case "call" -> Json.object("accepted", total <= 5);
            default -> Json.object("accepted", new HashSet<>(cards).size() == cards.size() && ranks == 1);
        };
    }

    private static int points(Object card) {
        if (!(card instanceof String name) || !name.matches("[A2-9TJQK][SHDC]")) {
            throw new Failure("bad_params", "card: " + card);
        }
        return Math.min("A23456789TJQK".indexOf(name.charAt(0)) + 1, 10);
    }

    private static Map<String, Object> call(Map<?, ?> request) {
        if (!(request.get("id") instanceof Long) || !(request.get("method") instanceof String method)
                || !(request.get("params") instanceof Map<?, ?> params)) {
            throw new Failure("bad_params", "a request has an id, a method and params");
        }
        if (!METHODS.containsKey(method)) {
            throw new Failure("unknown_method", method);
        }
        try {
            return METHODS.get(method).apply(params);
        } catch (ClassCastException | NullPointerException error) {
            error.printStackTrace();
            throw new Failure("bad_params", error.toString());
        }
    }

    private static Map<?, ?> read(String line) {
        try {
            return Json.parse(line) instanceof Map<?, ?> request ? request : Map.of();
        } catch (Json.Malformed malformed) {
            return Map.of();
        }
    }

    private static Map<String, Object> answer(Map<?, ?> request) {
        try {
            return Json.object("id", request.get("id"), "result", call(request));
        } catch (Failure failure) {
            return Json.object("id", request.get("id"), "error", Json.object("code", failure.code, "message", failure.getMessage()));
        } catch (RuntimeException bug) {
            bug.printStackTrace();
            return Json.object("id", request.get("id"), "error", Json.object("code", "internal", "message", bug.toString()));
        }
    }

    public static void main(String[] args) throws IOException {
        PrintStream responses = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // A forgotten println goes to standard error, where it does no harm.
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            Map<?, ?> request = read(line);
            responses.print(Json.write(answer(request)) + "\n");
            responses.flush();
            if ("shutdown".equals(request.get("method"))) {
                return;
            }
        }
    }
}
