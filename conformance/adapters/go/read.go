package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"dhumbal.example/go/game"
)

// seats are all that the protocol knows; how many may play is for the rules to say.
const seats = "ABCDEFGHIJKLMN"

// place is where a card stands in canonical order. What is not in it is no card.
var place = placesIn(game.Pack)

func placesIn(order []game.Card) map[game.Card]int {
	places := map[game.Card]int{}
	for i, card := range order {
		places[card] = i
	}
	return places
}

// object is a JSON object, such as a request, its params or an action. Its methods read one member each, which must be there and make
// sense; else they throw the error bad_params, so that the engine only gets what does.
type object map[string]any

func badParams(what string, value any) failure {
	text, _ := json.Marshal(value)
	return failure{"bad_params", what + ": " + string(text)}
}

func as[T any](what string, value any) T {
	typed, ok := value.(T)
	if !ok {
		panic(badParams(what, value))
	}
	return typed
}

func (o object) object(name string) object     { return as[object](name, o[name]) }
func (o object) list(name string) []any        { return as[[]any](name, o[name]) }
func (o object) text(name string) string       { return as[string](name, o[name]) }
func (o object) cards(name string) []game.Card { return cardsOf(o[name]) }

func (o object) number(name string) int {
	value, err := as[json.Number](name, o[name]).Int64()
	if err != nil {
		panic(badParams(name, o[name]))
	}
	return int(value)
}

// id is that of a request, as it came; nil where there is none. All numbers of the protocol are integers.
func (o object) id() any {
	id, ok := o["id"].(json.Number)
	if !ok || strings.ContainsAny(id.String(), ".eE") {
		return nil
	}
	return id
}

// seat is a member that names one of these seats.
func (o object) seat(name string, among []game.Seat) game.Seat {
	named := game.Seat(o.text(name))
	for _, seat := range among {
		if seat == named {
			return seat
		}
	}
	panic(badParams(name, named))
}

// caller is the seat of the one who called, or null where nobody did.
func (o object) caller(among []game.Seat) game.Seat {
	if value, there := o["caller"]; there && value == nil {
		return ""
	}
	return o.seat("caller", among)
}

// players are the seats in the game, clockwise, so that their letters rise.
func (o object) players() []game.Seat {
	var players []game.Seat
	before := ""
	for _, value := range o.list("players") {
		seat, _ := value.(string)
		if len(seat) != 1 || !strings.Contains(seats, seat) || seat <= before {
			panic(badParams("players", o["players"]))
		}
		players = append(players, game.Seat(seat))
		before = seat
	}
	return players
}

// hands has the cards of each of these seats.
func (o object) hands(players []game.Seat) map[game.Seat][]game.Card {
	given := o.object("hands")
	hands := map[game.Seat][]game.Card{}
	for _, seat := range players {
		hands[seat] = given.cards(string(seat))
	}
	return hands
}

// scores has a score for each seat that is named.
func (o object) scores(players []game.Seat) map[game.Seat]int {
	given := o.object("scores")
	scores := map[game.Seat]int{}
	for _, seat := range players {
		if _, named := given[string(seat)]; named {
			scores[seat] = given.number(string(seat))
		}
	}
	return scores
}

// refills are the orders that replace the shuffle, the last one for all further refills.
func (o object) refills() [][]game.Card {
	var orders [][]game.Card
	for _, value := range o.object("chance").list("refills") {
		orders = append(orders, packOf(value))
	}
	if len(orders) == 0 {
		panic(badParams("refills", orders))
	}
	return orders
}

// packOf is the whole pack in some order.
func packOf(value any) []game.Card {
	cards := cardsOf(value)
	mustDiffer(cards)
	if len(cards) != len(game.Pack) {
		panic(badParams("order of the pack", value))
	}
	return cards
}

func cardsOf(value any) []game.Card {
	cards := []game.Card{}
	for _, item := range as[[]any]("cards", value) {
		cards = append(cards, cardOf(item))
	}
	return cards
}

func cardOf(value any) game.Card {
	name, _ := value.(string)
	if _, known := place[game.Card(name)]; !known {
		panic(badParams("card", value))
	}
	return game.Card(name)
}

// mustDiffer refuses a table, or an order of the pack, in which a card is twice.
func mustDiffer(cards []game.Card) {
	if len(placesIn(cards)) != len(cards) {
		panic(badParams("a card twice", cards))
	}
}

// decode reads the request in a line strictly: in UTF-8, and no key twice in one object, which encoding/json alone would let pass. It is
// nil for what is no request.
func decode(line []byte) object {
	if !utf8.Valid(line) || !json.Valid(line) {
		return nil
	}
	d := decoder{Decoder: json.NewDecoder(bytes.NewReader(line))}
	d.UseNumber()
	request, _ := d.value().(object)
	if d.twice {
		return nil
	}
	return request
}

// decoder walks through JSON that is known to be valid, and notes whether a key was there twice.
type decoder struct {
	*json.Decoder
	twice bool
}

func (d *decoder) value() any {
	switch token := d.token(); token {
	case json.Delim('{'):
		return d.object()
	case json.Delim('['):
		return d.list()
	default:
		return token
	}
}

func (d *decoder) object() object {
	members := object{}
	for d.More() {
		name := d.token().(string)
		_, there := members[name]
		d.twice = d.twice || there
		members[name] = d.value()
	}
	d.token() // the closing brace
	return members
}

func (d *decoder) list() []any {
	items := []any{}
	for d.More() {
		items = append(items, d.value())
	}
	d.token() // the closing bracket
	return items
}

func (d *decoder) token() any {
	token, _ := d.Token()
	return token
}
