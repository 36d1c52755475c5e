package game

const dealsOfSeries = 3

// Series is several deals scored together.
type Series struct {
	Players []Seat
	Dealer  Seat // of the next deal
	Scores  map[Seat]int
	played  int
}

// NewSeries begins with these scores; a seat left out has 0. § series.zero
func NewSeries(players []Seat, dealer Seat, scores map[Seat]int) (*Series, Clause) {
	s := &Series{Players: players, Dealer: dealer, Scores: map[Seat]int{}}
	for _, seat := range players {
		s.Scores[seat] = scores[seat]
	}
	return s, whyNotPlayers(players)
}

// Over is true when all deals have been played. § series.deals
func (s *Series) Over() bool {
	return s.played == dealsOfSeries
}

// Starter takes the first turn of the next deal. § deal.starter
func (s *Series) Starter() Seat {
	return clockwise(s.Players, s.Dealer)[0]
}

// Score adds what a deal changes, and the deal passes to the left; a deal too many is refused. § series.score, series.rotation,
// series.capped
func (s *Series) Score(caller Seat, hands map[Seat][]Card) (Result, Clause) {
	if s.Over() {
		return Result{}, "series.deals"
	}
	result := Settle(s.Players, s.Dealer, caller, hands)
	for seat, delta := range result.Deltas {
		s.Scores[seat] += delta
	}
	s.played++
	s.Dealer = s.Starter()
	return result, ""
}

// Places has 1 for the highest score; equal scores share a place, and those behind stand where they would have stood otherwise.
// § series.highest, series.places
func (s *Series) Places() map[Seat]int {
	places := map[Seat]int{}
	for _, seat := range s.Players {
		places[seat] = 1
		for _, score := range s.Scores {
			if score > s.Scores[seat] {
				places[seat]++
			}
		}
	}
	return places
}

// Winners are all who share the first place. § series.places
func (s *Series) Winners() []Seat {
	winners := []Seat{}
	places := s.Places()
	for _, seat := range s.Players {
		if places[seat] == 1 {
			winners = append(winners, seat)
		}
	}
	return winners
}
