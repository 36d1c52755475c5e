// Package game is Dhumbal by the rules of nepali-games: no input and no output, and no chance but the order of the cards that it is
// given. The comments name the clauses of the rule book by their ids.
package game

import "strings"

// Card is its rank, then its suit: AS, 2D, TH, KC.
type Card string

// Clause is the id of the clause that an action breaks; an empty one says that it breaks none.
type Clause string

const (
	ranks     = "A23456789TJQK"
	suits     = "SHDC"
	court     = 10
	callLimit = 5
)

// Pack has every card once, in canonical order. § pack.cards
var Pack = newPack()

func newPack() []Card {
	var pack []Card
	for _, suit := range suits {
		for _, rank := range ranks {
			pack = append(pack, Card([]rune{rank, suit}))
		}
	}
	return pack
}

// Value is what a card counts, whatever its suit. § value.ace, value.pips, value.courts, value.suits
func (c Card) Value() int {
	if place := strings.IndexByte(ranks, c[0]) + 1; place < court {
		return place
	}
	return court
}

// Total is what a hand counts; an empty one 0. § value.total
func Total(hand []Card) int {
	total := 0
	for _, card := range hand {
		total += card.Value()
	}
	return total
}

// WhyNotCall is about a player at the start of their turn. § call.limit, empty.call
func WhyNotCall(hand []Card) Clause {
	if Total(hand) > callLimit {
		return "call.limit"
	}
	return ""
}

// WhyNotDiscard finds the first clause that a discard from this hand breaks. The locked card is the one taken in the same turn, or none.
// § refuse.first
func WhyNotDiscard(cards, hand []Card, locked Card) Clause {
	switch {
	case len(cards) == 0:
		return "discard.some"
	case !distinct(cards):
		return "discard.distinct"
	case !within(cards, hand):
		return "discard.held"
	case contains(cards, locked):
		return "take.lock"
	case !oneRank(cards):
		return "discard.together"
	}
	return ""
}

// oneRank is true of a single card and of a set. § discard.single, discard.set, discard.suits, discard.no-runs
func oneRank(cards []Card) bool {
	for _, card := range cards {
		if card[0] != cards[0][0] {
			return false
		}
	}
	return true
}

func distinct(cards []Card) bool {
	for i, card := range cards {
		if contains(cards[:i], card) {
			return false
		}
	}
	return true
}

func within(cards, hand []Card) bool {
	for _, card := range cards {
		if !contains(hand, card) {
			return false
		}
	}
	return true
}

func contains(cards []Card, wanted Card) bool {
	for _, card := range cards {
		if card == wanted {
			return true
		}
	}
	return false
}

// without is a list of its own, the cards of the hand that are not among those that go.
func without(hand, gone []Card) []Card {
	rest := []Card{}
	for _, card := range hand {
		if !contains(gone, card) {
			rest = append(rest, card)
		}
	}
	return rest
}
