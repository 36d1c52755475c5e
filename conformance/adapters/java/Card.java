/** One card of the pack. */
record Card(Rank rank, Suit suit) {
    /** The ranks, with what a card of each counts in points ({@code value.ace}, {@code value.pips}, {@code value.courts}). */
    enum Rank {
        ACE(1), TWO(2), THREE(3), FOUR(4), FIVE(5), SIX(6), SEVEN(7), EIGHT(8), NINE(9), TEN(10), JACK(10), QUEEN(10), KING(10);

        final int points;

        Rank(int points) {
            this.points = points;
        }
    }

    /** The suits. They matter to nothing but the name of a card. */
    enum Suit { SPADES, HEARTS, DIAMONDS, CLUBS }
}
