package main

import (
	"encoding/json"
	"runtime"
	"sort"

	"dhumbal.example/go/game"
)

// capabilities are what is offered. The harness does not ask for what is left out here, and reports it as unsupported.
var capabilities = object{
	"apply":      true,
	"half_turns": true,
	"load":       true,
	"legal":      true,
	"takeable":   true,
	"judge":      true,
	"settle":     true,
	"series":     true,
	"codes":      true,
	"observe":    []string{"referee", "player"},
	"chance":     []string{"pack", "refills"},
}

// methods are those of the protocol: each takes the params and returns the result. Here is the place for your engine: have the functions
// below ask it. The rules are those of one profile, so nobody reads the params profile and parameters.
var methods = map[string]func(object) object{
	"initialize": initialize,
	"new":        newDeal,
	"load":       load,
	"apply":      apply,
	"observe":    observe,
	"legal":      legal,
	"takeable":   takeable,
	"judge":      judge,
	"settle":     settle,
	"series":     series,
	"end":        end,
	"shutdown":   func(object) object { return object{} },
}

// games are those that are open; there may be several at once.
var games = map[string]*game.Deal{}

func initialize(params object) object {
	for _, version := range params.list("protocol") {
		if version == json.Number("1") {
			engine := object{"name": "dhumbal-go", "version": "0.1.0", "language": "Go " + runtime.Version()[len("go"):]}
			return object{"protocol": 1, "engine": engine, "layer": "core", "profiles": []string{"nepali-games"}, "capabilities": capabilities}
		}
	}
	panic(failure{"unsupported", "only version 1 of the protocol"})
}

func newDeal(params object) object {
	players := params.players()
	pack := packOf(params.object("chance")["pack"])
	opened, clause := game.New(players, params.seat("dealer", players), pack, shuffle(params))
	return open(params, opened, clause)
}

func load(params object) object {
	state := params.object("state")
	players := state.players()
	table := game.Table{
		Players: players,
		Dealer:  state.seat("dealer", players),
		Player:  state.object("turn").seat("player", players),
		Turns:   state.number("turns"),
		Hands:   state.hands(players),
		Stock:   state.cards("stock"),
		Pile:    state.cards("pile"),
	}
	mustDiffer(cardsOn(table))
	opened, clause := game.Load(table, shuffle(params))
	return open(params, opened, clause)
}

func open(params object, opened *game.Deal, clause game.Clause) object {
	name := params.text("game")
	if clause == "" {
		games[name] = opened
	}
	return verdict(clause)
}

// shuffle takes the place of chance at a refill: the cards are sorted by their place in the order that was sent for it.
func shuffle(params object) func([]game.Card) {
	orders := params.refills()
	return func(cards []game.Card) {
		place := placesIn(orders[0])
		sort.Slice(cards, func(i, j int) bool { return place[cards[i]] < place[cards[j]] })
		if len(orders) > 1 {
			orders = orders[1:]
		}
	}
}

func cardsOn(table game.Table) []game.Card {
	cards := append(append([]game.Card{}, table.Stock...), table.Pile...)
	for _, hand := range table.Hands {
		cards = append(cards, hand...)
	}
	return cards
}

// find is the open game that is asked about.
func find(params object) *game.Deal {
	name := params.text("game")
	deal, known := games[name]
	if !known {
		panic(failure{"unknown_game", name})
	}
	return deal
}

func apply(params object) object {
	deal := find(params)
	action := actionOf(params.object("action"), deal.Players)
	result := verdict(deal.Apply(action))
	if result["accepted"] == false {
		return result
	}
	if action.Kind == game.Draw {
		result["card"] = deal.Drawn
	}
	if deal.Result != nil {
		result["result"] = ending(*deal.Result)
	}
	return result
}

func observe(params object) object {
	deal := find(params)
	viewer := params.seat("as", append([]game.Seat{game.Referee}, deal.Players...))
	return object{"state": state(deal, viewer)}
}

func legal(params object) object {
	actions := []object{}
	for _, action := range find(params).Legal() {
		actions = append(actions, describe(action))
	}
	return object{"actions": actions}
}

func takeable(params object) object {
	return object{"cards": find(params).Takeable()}
}

func judge(params object) object {
	question := params.object("question")
	switch kind := question.text("type"); kind {
	case "discard":
		cards := question.cards("cards")
		return verdict(game.WhyNotDiscard(cards, cards, ""))
	case "call":
		return verdict(game.WhyNotCall(question.cards("hand")))
	case "hand":
		return object{"total": game.Total(question.cards("hand"))}
	default:
		panic(badParams("type of question", kind))
	}
}

func settle(params object) object {
	players := params.players()
	result := game.Settle(players, params.seat("dealer", players), params.caller(players), params.hands(players))
	return object{"result": ending(result)}
}

func series(params object) object {
	players := params.players()
	played, clause := game.NewSeries(players, params.seat("dealer", players), params.scores(players))
	if clause != "" {
		return verdict(clause)
	}
	deals := []object{}
	for _, value := range params.list("deals") {
		deals = append(deals, score(played, as[object]("deal", value)))
	}
	return object{"deals": deals, "scores": played.Scores, "places": played.Places(), "winners": played.Winners(), "over": played.Over()}
}

// score is the answer for one deal of a series.
func score(played *game.Series, deal object) object {
	dealer, starter := played.Dealer, played.Starter()
	result, clause := played.Score(deal.caller(played.Players), deal.hands(played.Players))
	if clause != "" {
		return verdict(clause)
	}
	scores := map[game.Seat]int{}
	for seat, score := range played.Scores {
		scores[seat] = score
	}
	return object{"accepted": true, "dealer": dealer, "starter": starter, "winner": result.Winner, "deltas": result.Deltas, "scores": scores}
}

func end(params object) object {
	find(params)
	delete(games, params.text("game"))
	return object{}
}
