// An adapter in Go: it reads one request a line on standard input and writes one answer a line on standard output, as spec/protocol.md
// says. To check your own engine, copy this folder, and have adapter.go and messages.go ask yours in place of the package game.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"runtime/debug"
)

// response is what is answered to a request: a result or an error.
type response struct {
	ID     any      `json:"id"`
	Result any      `json:"result,omitempty"`
	Error  *failure `json:"error,omitempty"`
}

// failure is a request that gets an error and not a result; the code is one of the five that the protocol knows. It is thrown with panic
// by whatever reads and asks, and caught in answer.
type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func main() {
	// Standard output belongs to the protocol, so a forgotten fmt.Println goes to standard error, where it does no harm.
	in, out := bufio.NewReader(os.Stdin), os.Stdout
	os.Stdout = os.Stderr
	for {
		// Not bufio.Scanner: it gives up on lines of more than 64 KiB, and a line may have 1 MiB. What no line feed ends is no message.
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		stopIf(err)
		request := decode(line)
		text, err := json.Marshal(answer(request))
		stopIf(err)
		// A file has no buffer in Go: the answer is on its way, and there is nothing to flush.
		_, err = out.Write(append(text, '\n'))
		stopIf(err)
		if request["method"] == "shutdown" {
			return
		}
	}
}

func stopIf(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// answer is the response to a request. What was thrown and is no failure is a fault in the engine.
func answer(request object) (r response) {
	r.ID = request.id()
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case failure:
			r.Error = &thrown
		default:
			fmt.Fprintf(os.Stderr, "%v\n%s", thrown, debug.Stack())
			r.Error = &failure{"internal", fmt.Sprint(thrown)}
		}
	}()
	r.Result = call(request)
	return r
}

func call(request object) object {
	method, named := request["method"].(string)
	params, given := request["params"].(object)
	if request.id() == nil || !named || !given {
		panic(failure{"bad_params", "a request has an id, a method and params"})
	}
	ask, known := methods[method]
	if !known {
		panic(failure{"unknown_method", method})
	}
	return ask(params)
}
