package game

const (
	fewest  = 2
	most    = 6
	penalty = 25
)

// Seat is a place at the table and the player who has it: A, B, C …, clockwise.
type Seat string

const (
	// Referee sees everything and has no seat.
	Referee Seat = "referee"
	nobody  Seat = ""
)

// How a deal ended: the caller was lowest, or matched or beaten, or the turns ran out.
const (
	Won    = "won"
	Caught = "caught"
	Cap    = "cap"
)

// Result is how a deal ended, in points. The caller is empty where nobody called.
type Result struct {
	Ended    string
	Caller   Seat
	Winner   Seat
	Totals   map[Seat]int
	Payments map[Seat]int // of exactly the players who did not win
	Deltas   map[Seat]int // by how much each score changes
}

// § setup.players
func whyNotPlayers(players []Seat) Clause {
	if len(players) < fewest || len(players) > most {
		return "setup.players"
	}
	return ""
}

// clockwise lists the players from the left of a seat on; its own player is the last. § setup.seats
func clockwise(players []Seat, from Seat) []Seat {
	for i, seat := range players {
		if seat == from {
			return append(append([]Seat{}, players[i+1:]...), players[:i+1]...)
		}
	}
	return nil
}

// Settle says what hands that are shown come to. The caller is empty where the deal ended at the turn cap. § settle.show, cap.turns
func Settle(players []Seat, dealer, caller Seat, hands map[Seat][]Card) Result {
	totals := map[Seat]int{}
	for _, seat := range players {
		totals[seat] = Total(hands[seat])
	}
	r := Result{Caller: caller, Totals: totals, Payments: map[Seat]int{}, Deltas: map[Seat]int{}}
	r.Winner, r.Ended = decide(clockwise(players, dealer), caller, totals)
	r.Deltas[r.Winner] = 0
	for _, seat := range players {
		if seat != r.Winner {
			r.pay(seat)
		}
	}
	return r
}

// decide finds the winner, with the players in the order that counts among equals, the dealer last: a caller wins only when strictly
// lowest, and else the lowest of the others. § settle.won, settle.caught, settle.caught.winner, settle.ties, settle.ties.dealer-last,
// cap.lowest
func decide(order []Seat, caller Seat, totals map[Seat]int) (winner Seat, ended string) {
	best := lowest(order, caller, totals)
	switch {
	case caller == nobody:
		return best, Cap
	case best == nobody || totals[caller] < totals[best]:
		return caller, Won
	}
	return best, Caught
}

// lowest is the first of those who have the lowest total, the caller left aside.
func lowest(order []Seat, caller Seat, totals map[Seat]int) Seat {
	best := nobody
	for _, seat := range order {
		if seat != caller && (best == nobody || totals[seat] < totals[best]) {
			best = seat
		}
	}
	return best
}

// A caught caller pays the penalty in place of their hand, everybody else their hand. § settle.caught.flat, settle.caught.once,
// settle.others, settle.zero, settle.collects, cap.no-penalty
func (r *Result) pay(seat Seat) {
	points := r.Totals[seat]
	if seat == r.Caller {
		points = penalty
	}
	r.Payments[seat] = points
	r.Deltas[seat] = -points
	r.Deltas[r.Winner] += points
}
