/** The request could not be dealt with. A move that the rules forbid is no such error, see {@link IllegalMove}. */
final class ProtocolError extends RuntimeException {
    final String code;

    ProtocolError(String code, String message) {
        super(message);
        this.code = code;
    }

    static ProtocolError badParams(String message) {
        return new ProtocolError("bad_params", message);
    }
}
