package game

const (
	handSize = 5
	turnCap  = 200
)

// Kind says what a player does.
type Kind int

// What a player can do: call, draw from the stock, take from the discard pile, discard.
const (
	Call Kind = iota
	Draw
	Take
	Discard
)

// Action is what a player does or wants to do.
type Action struct {
	Player Seat
	Kind   Kind
	Card   Card   // the card taken; once done, also the card drawn from the stock
	Cards  []Card // of a discard, in the order laid
}

// Table is what lies on it and in the hands while nobody has drawn. The stock and the discard pile have their top first.
type Table struct {
	Players []Seat // clockwise
	Dealer  Seat
	Player  Seat // whose turn it is
	Turns   int  // ordinary turns completed. § cap.counts
	Hands   map[Seat][]Card
	Stock   []Card
	Pile    []Card
}

// Deal is one hand of play.
type Deal struct {
	Table
	Drawn  Card    // from the stock, in this turn
	Locked Card    // taken from the discard pile in this turn. § take.lock, take.lock-card
	Last   *Action // the last one that was accepted
	Result *Result // once the deal has ended

	shuffle func([]Card)
}

// New deals from a pack: one card at a time from the dealer's left, then the upcard; the rest is the stock. The shuffle orders the new
// stock at each refill. § deal.hands, deal.singly, deal.upcard, deal.stock, deal.starter
func New(players []Seat, dealer Seat, pack []Card, shuffle func([]Card)) (*Deal, Clause) {
	if clause := whyNotPlayers(players); clause != "" {
		return nil, clause
	}
	order := clockwise(players, dealer)
	hands := map[Seat][]Card{}
	dealt := handSize * len(order)
	for i, card := range pack[:dealt] {
		seat := order[i%len(order)]
		hands[seat] = append(hands[seat], card)
	}
	table := Table{Players: players, Dealer: dealer, Player: order[0], Hands: hands, Stock: pack[dealt+1:], Pile: pack[dealt : dealt+1]}
	return Load(table, shuffle)
}

// Load goes on from a table in the middle of a deal.
func Load(table Table, shuffle func([]Card)) (*Deal, Clause) {
	return &Deal{Table: table, shuffle: shuffle}, whyNotPlayers(table.Players)
}

// Apply does an action, or changes nothing and says which clause it breaks. § refuse.unchanged
func (d *Deal) Apply(a Action) Clause {
	if clause := d.WhyNot(a); clause != "" {
		return clause
	}
	switch a.Kind {
	case Call:
		d.end(a.Player)
	case Draw:
		a.Card = d.draw()
	case Take:
		d.take()
	case Discard:
		d.discard(a.Cards)
	}
	d.Last = &a
	return ""
}

// WhyNot finds the first clause that an action breaks. § refuse.first, turn.over, turn.seat
func (d *Deal) WhyNot(a Action) Clause {
	switch {
	case d.Result != nil:
		return "turn.over"
	case a.Player != d.Player:
		return "turn.seat"
	case a.Kind == Call:
		return d.whyNotCall()
	case a.Kind == Draw:
		return d.whyNotDraw()
	case a.Kind == Take:
		return d.whyNotTake(a.Card)
	}
	return d.whyNotDiscard(a.Cards)
}

// HasDrawn is true in the second half of a turn, between the draw and the discard. § turn.two-steps, turn.must-discard
func (d *Deal) HasDrawn() bool {
	return d.Drawn != "" || d.Locked != ""
}

// § call.only-at-turn-start, call.any-turn
func (d *Deal) whyNotCall() Clause {
	if d.HasDrawn() {
		return "call.only-at-turn-start"
	}
	return WhyNotCall(d.Hands[d.Player])
}

// § turn.one-draw, refill.nothing: to refill, a card must lie beneath the top one.
func (d *Deal) whyNotDraw() Clause {
	switch {
	case d.HasDrawn():
		return "turn.one-draw"
	case len(d.Stock) == 0 && len(d.Pile) < 2:
		return "refill.nothing"
	}
	return ""
}

// § turn.one-draw, take.top, take.upcard, take.empty-hand
func (d *Deal) whyNotTake(card Card) Clause {
	switch {
	case d.HasDrawn():
		return "turn.one-draw"
	case len(d.Pile) == 0 || d.Pile[0] != card:
		return "take.top"
	case len(d.Hands[d.Player]) == 0:
		return "take.empty-hand"
	}
	return ""
}

// § turn.draw-first
func (d *Deal) whyNotDiscard(cards []Card) Clause {
	if !d.HasDrawn() {
		return "turn.draw-first"
	}
	return WhyNotDiscard(cards, d.Hands[d.Player], d.Locked)
}

// § draw.stock, refill.when, refill.draw
func (d *Deal) draw() Card {
	if len(d.Stock) == 0 {
		d.refill()
	}
	d.Drawn, d.Stock = d.Stock[0], d.Stock[1:]
	d.hold(d.Drawn)
	return d.Drawn
}

// § refill.keeps, refill.rest, refill.order
func (d *Deal) refill() {
	d.Stock, d.Pile = d.Pile[1:], d.Pile[:1]
	d.shuffle(d.Stock)
}

func (d *Deal) take() {
	d.Locked, d.Pile = d.Pile[0], d.Pile[1:]
	d.hold(d.Locked)
}

func (d *Deal) hold(card Card) {
	d.Hands[d.Player] = append(d.Hands[d.Player], card)
}

// The lock ends with the turn, and an empty hand ends nothing. § discard.order, turn.must-discard, take.lock-ends, empty.goes-on,
// cap.turns, cap.no-call
func (d *Deal) discard(cards []Card) {
	d.Hands[d.Player] = without(d.Hands[d.Player], cards)
	d.Pile = onTop(cards, d.Pile)
	d.Drawn, d.Locked = "", ""
	d.Turns++
	if d.Turns >= turnCap {
		d.end(nobody)
		return
	}
	d.Player = clockwise(d.Players, d.Player)[0]
}

// onTop is a new pile: the last card laid has become its top.
func onTop(laid, pile []Card) []Card {
	grown := make([]Card, 0, len(laid)+len(pile))
	for i := len(laid) - 1; i >= 0; i-- {
		grown = append(grown, laid[i])
	}
	return append(grown, pile...)
}

// § call.at-once, call.no-draw, cap.turns
func (d *Deal) end(caller Seat) {
	result := Settle(d.Players, d.Dealer, caller, d.Hands)
	d.Result = &result
}

// Legal lists what the player to act may do, a set once for each order in which it can be laid. § turn.choice
func (d *Deal) Legal() []Action {
	actions := append([]Action{{Player: d.Player, Kind: Call}, {Player: d.Player, Kind: Draw}}, d.takes()...)
	for _, rank := range ranks {
		for _, cards := range lays(ofRank(d.Hands[d.Player], rank)) {
			actions = append(actions, Action{Player: d.Player, Kind: Discard, Cards: cards})
		}
	}
	return d.allowed(actions)
}

// Takeable lists what the player to act could take from the discard pile now.
func (d *Deal) Takeable() []Card {
	cards := []Card{}
	for _, action := range d.allowed(d.takes()) {
		cards = append(cards, action.Card)
	}
	return cards
}

// § see.pile: all of it can be seen; how little of it can be taken is for whyNotTake to say.
func (d *Deal) takes() []Action {
	var actions []Action
	for _, card := range d.Pile {
		actions = append(actions, Action{Player: d.Player, Kind: Take, Card: card})
	}
	return actions
}

func (d *Deal) allowed(actions []Action) []Action {
	kept := []Action{}
	for _, action := range actions {
		if d.WhyNot(action) == "" {
			kept = append(kept, action)
		}
	}
	return kept
}

func ofRank(hand []Card, rank rune) []Card {
	var cards []Card
	for _, card := range hand {
		if rune(card[0]) == rank {
			cards = append(cards, card)
		}
	}
	return cards
}

// lays lists every way to lay one or more of these cards, each order for itself. § discard.part, discard.order
func lays(cards []Card) [][]Card {
	var ways [][]Card
	for _, first := range cards {
		ways = append(ways, []Card{first})
		for _, others := range lays(without(cards, []Card{first})) {
			ways = append(ways, append([]Card{first}, others...))
		}
	}
	return ways
}

// Shows says whether a viewer sees a player's cards, and which card the player draws. § see.hand, see.draw, see.end
func (d *Deal) Shows(player, viewer Seat) bool {
	return viewer == Referee || viewer == player || d.Result != nil
}
