package main

import "dhumbal.example/go/game"

// verdict accepts an action, or refuses it for a clause. A broken rule is a result and not an error.
func verdict(clause game.Clause) object {
	if clause == "" {
		return object{"accepted": true}
	}
	return object{"accepted": false, "clause": clause}
}

// actionOf reads an action. Its player is one of the game, but need not be the one to act.
func actionOf(given object, players []game.Seat) game.Action {
	action := game.Action{Player: given.seat("player", players)}
	switch kind := given.text("type"); kind {
	case "call":
		action.Kind = game.Call
	case "draw":
		readDraw(given, &action)
	case "discard":
		action.Kind, action.Cards = game.Discard, given.cards("cards")
	case "turn":
		panic(failure{"unsupported", "a turn is played in its two halves"})
	default:
		panic(badParams("type of action", kind))
	}
	return action
}

func readDraw(given object, action *game.Action) {
	switch from := given.text("from"); from {
	case "stock":
		action.Kind = game.Draw
	case "discard":
		action.Kind, action.Card = game.Take, cardOf(given["card"])
	default:
		panic(badParams("from", from))
	}
}

// describe puts an action as the protocol has it. A draw from the stock has its card only once it is done, see last.
func describe(action game.Action) object {
	switch action.Kind {
	case game.Call:
		return object{"player": action.Player, "type": "call"}
	case game.Draw:
		return object{"player": action.Player, "type": "draw", "from": "stock"}
	case game.Take:
		return object{"player": action.Player, "type": "draw", "from": "discard", "card": action.Card}
	default:
		return object{"player": action.Player, "type": "discard", "cards": action.Cards}
	}
}

// ending is how a deal ended.
func ending(r game.Result) object {
	return object{
		"ended":    r.Ended,
		"caller":   seatOrNull(r.Caller),
		"winner":   seatOrNull(r.Winner),
		"totals":   r.Totals,
		"payments": r.Payments,
		"deltas":   r.Deltas,
	}
}

func seatOrNull(seat game.Seat) any {
	if seat == "" {
		return nil
	}
	return seat
}

// state is the table as a viewer sees it; what there is not is left out.
func state(deal *game.Deal, viewer game.Seat) object {
	shown := object{
		"players": deal.Players,
		"dealer":  deal.Dealer,
		"turn":    turn(deal),
		"turns":   deal.Turns,
		"hands":   hands(deal, viewer),
		"stock":   cardsOrNumber(deal.Stock, viewer == game.Referee),
		"pile":    deal.Pile,
	}
	if deal.Drawn != "" && deal.Shows(deal.Player, viewer) {
		shown["drawn"] = deal.Drawn
	}
	if deal.Locked != "" {
		shown["locked"] = deal.Locked
	}
	if deal.Last != nil {
		shown["last"] = last(deal, viewer)
	}
	if deal.Result != nil {
		shown["result"] = ending(*deal.Result)
	}
	return shown
}

// turn is whose turn it is, and which half of it; null when the deal is over.
func turn(deal *game.Deal) any {
	switch {
	case deal.Result != nil:
		return nil
	case deal.HasDrawn():
		return object{"player": deal.Player, "step": "discard"}
	default:
		return object{"player": deal.Player, "step": "start"}
	}
}

func hands(deal *game.Deal, viewer game.Seat) map[game.Seat]any {
	shown := map[game.Seat]any{}
	for _, seat := range deal.Players {
		shown[seat] = cardsOrNumber(deal.Hands[seat], deal.Shows(seat, viewer))
	}
	return shown
}

func cardsOrNumber(cards []game.Card, seen bool) any {
	if seen {
		return cards
	}
	return len(cards)
}

// last is the last accepted action. Only who sees the drawn card is told which it was.
func last(deal *game.Deal, viewer game.Seat) object {
	action := describe(*deal.Last)
	if deal.Last.Kind == game.Draw && deal.Shows(deal.Last.Player, viewer) {
		action["card"] = deal.Last.Card
	}
	return action
}
