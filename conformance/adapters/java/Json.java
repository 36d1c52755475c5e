import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads and writes JSON, which the Java library cannot: objects are {@code Map<String, Object>}, arrays {@code List<Object>}, whole
 * numbers {@code Long} and other numbers {@code Double}. The reader is strict: no key twice in one object, no half of a surrogate pair,
 * nothing after the value.
 */
final class Json {
    /** The text is no JSON. */
    static final class Malformed extends RuntimeException {
        Malformed(String message) {
            super(message);
        }
    }

    /** A limit, so that a line full of brackets cannot overflow the stack. */
    private static final int DEEPEST = 64;
    private static final Pattern SCALAR = Pattern.compile("true|false|null|-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");
    private static final Pattern LONG = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern FOUR_DIGITS = Pattern.compile("[0-9a-fA-F]{4}");
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.skipSpace();
        json.require(json.at == text.length(), "the end");
        return value;
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> members) {
            return members.entrySet().stream().map(member -> write(member.getKey()) + ":" + write(member.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> items) {
            return items.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof String string) {
            return string.chars().mapToObj(Json::escaped).collect(Collectors.joining("", "\"", "\""));
        }
        return String.valueOf(value);
    }

    /** An object from names and values in turn; more can be put into it. */
    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return members;
    }

    private static String escaped(int c) {
        return c < ' ' ? String.format("\\u%04x", c) : (c == '"' || c == '\\' ? "\\" : "") + (char) c;
    }

    private Object value(int depth) {
        require(depth <= DEEPEST, "less depth");
        skipSpace();
        return switch (at < text.length() ? text.charAt(at) : ' ') {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            default -> scalar(match(SCALAR, "a value"));
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (expect('{'); !closed('}', members.size()); ) {
            String key = string();
            require(!members.containsKey(key), "a key only once");
            expect(':');
            members.put(key, value(depth + 1));
        }
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> items = new ArrayList<>();
        for (expect('['); !closed(']', items.size()); ) {
            items.add(value(depth + 1));
        }
        return items;
    }

    /** Passes over the end of an object or array, or else over the comma before all but its first item. */
    private boolean closed(char end, int items) {
        boolean closed = skipped(end);
        if (!closed && items > 0) {
            expect(',');
        }
        return closed;
    }

    private static Object scalar(String scalar) {
        return switch (scalar) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> LONG.matcher(scalar).matches() ? (Object) Long.valueOf(scalar) : Double.valueOf(scalar);
        };
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        expect('"');
        for (char c = character(); c != '"'; c = character()) {
            string.append(c == '\\' ? escape() : c);
        }
        require(StandardCharsets.UTF_8.newEncoder().canEncode(string), "whole surrogate pairs");
        return string.toString();
    }

    private char character() {
        require(at < text.length() && text.charAt(at) >= ' ', "the end of a string");
        return text.charAt(at++);
    }

    private char escape() {
        char letter = character();
        if (letter == 'u') {
            return (char) Integer.parseInt(match(FOUR_DIGITS, "four digits"), 16);
        }
        require(ESCAPES.indexOf(letter) >= 0, "an escape that JSON knows");
        return ESCAPED.charAt(ESCAPES.indexOf(letter));
    }

    private String match(Pattern pattern, String what) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        require(matcher.lookingAt(), what);
        at = matcher.end();
        return matcher.group();
    }

    private void expect(char wanted) {
        require(skipped(wanted), "" + wanted);
    }

    private boolean skipped(char wanted) {
        skipSpace();
        boolean there = text.startsWith("" + wanted, at);
        at += there ? 1 : 0;
        return there;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void require(boolean there, String what) {
        if (!there) {
            throw new Malformed("wants " + what + " at character " + at);
        }
    }
}
