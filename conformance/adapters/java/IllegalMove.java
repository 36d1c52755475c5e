/** What a player asked for is against the rules. Whatever throws it has changed nothing. */
final class IllegalMove extends RuntimeException {
    IllegalMove(String message) {
        super(message);
    }

    static void when(boolean broken, String message) {
        if (broken) {
            throw new IllegalMove(message);
        }
    }
}
