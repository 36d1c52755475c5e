// A starter for an adapter in Go: it answers what can be asked of cards alone. Put your engine in the places marked YOUR ENGINE.
//
//	go build -o starter starter.go
//	dhumbal smoke -- ./starter
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
)

type object = map[string]any

// YOUR ENGINE: what is left out here is not asked for. Add settle, apply, load, observe … as methods comes to answer them.
var capabilities = object{"judge": true}

// Each method takes its params and returns its result. A broken rule is a result; what makes no sense is a panic with a failure.
var methods = map[string]func(params json.RawMessage) object{
	"initialize": initialize,
	"judge":      judge,
	// YOUR ENGINE: settle, new, load, apply, observe, legal, takeable, series, end.
	"shutdown": func(json.RawMessage) object { return object{} },
}

type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type request struct {
	ID     *int            `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

func initialize(json.RawMessage) object {
	engine := object{"name": "my-engine", "version": "0.1.0", "language": "Go " + strings.TrimPrefix(runtime.Version(), "go")}
	return object{"protocol": 1, "engine": engine, "layer": "core", "profiles": []string{"nepali-games"}, "capabilities": capabilities}
}

// judge judges cards alone. YOUR ENGINE: ask it in place of each expression.
func judge(params json.RawMessage) object {
	var asked struct {
		Question struct {
			Type        string
			Hand, Cards []string
		}
	}
	read(params, &asked)
	total, cards, ranks := 0, map[string]bool{}, map[byte]bool{}
	for _, card := range append(asked.Question.Hand, asked.Question.Cards...) {
		total += points(card)
		cards[card], ranks[card[0]] = true, true
	}
	switch asked.Question.Type {
	case "hand":
		return object{"total": total}
	case "call":
		return object{"accepted": total <= 5}
	default:
		return object{"accepted": len(cards) == len(asked.Question.Cards) && len(ranks) == 1}
	}
}

func points(card string) int {
	rank := -1
	if len(card) == 2 && strings.Contains("SHDC", card[1:]) {
		rank = strings.Index("A23456789TJQK", card[:1])
	}
	if rank < 0 {
		panic(failure{"bad_params", card})
	}
	if rank > 8 {
		return 10
	}
	return rank + 1
}

func read(text []byte, into any) {
	if err := json.Unmarshal(text, into); err != nil {
		panic(failure{"bad_params", err.Error()})
	}
}

// answer gives the response to a line, and whether it is the last.
func answer(line []byte) (response object, last bool) {
	var asked request
	defer func() {
		if thrown := recover(); thrown != nil {
			problem, known := thrown.(failure)
			if !known {
				fmt.Fprintln(os.Stderr, thrown)
				problem = failure{"internal", fmt.Sprint(thrown)}
			}
			response = object{"id": asked.ID, "error": problem}
		}
	}()
	read(line, &asked)
	if asked.ID == nil || asked.Method == "" || asked.Params == nil {
		panic(failure{"bad_params", "a request has an id, a method and params"})
	}
	method, known := methods[asked.Method]
	if !known {
		panic(failure{"unknown_method", asked.Method})
	}
	return object{"id": asked.ID, "result": method(asked.Params)}, asked.Method == "shutdown"
}

func main() {
	// Standard output belongs to the protocol, so a forgotten fmt.Println goes to standard error.
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		response, last := answer(line)
		if err := out.Encode(response); err != nil || last {
			return
		}
	}
}
