// Command web is the test image: a small HTTP server that can be told to misbehave.
//
// It is told by environment variables; times are written as Go does ("3s", "1m30s"):
//
//	PORT              where it listens; 8080 unless told
//	GREETING          the body of every answer to the byte, in place of "hello from HOSTNAME" and a newline
//	ANSWER_STATUS     the status of every answer, in place of 200
//	LISTEN_AFTER      how long it takes until it listens; "never" stays unready for ever
//	CRASH_AFTER       how long it runs until it crashes, with exit code 1
//	LINES_PER_SECOND  how many lines "line 17 of HOSTNAME" it writes to stdout, counted from 1
//	END_AFTER         how long it takes to end once asked; "never" ignores the request, so that only the end of the
//	                  grace period stops it
//
// Two paths answer otherwise, whatever the variables say. /fail answers 500. /answer answers what its query says, all
// of it optional: /answer?status=302&location=/&type=text/plain&body=gone&after=3s.
//
// Every request and every crash is logged to stderr. With arguments it prints them and ends, so that exec has
// something to run.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Println(strings.Join(os.Args[1:], " "))
		return
	}
	log.SetFlags(0)
	name, _ := os.Hostname()
	port := setting("PORT", "8080")
	endAfter, endsNever := patience("END_AFTER", "0s")
	listenAfter, listensNever := patience("LISTEN_AFTER", "0s")
	log.Printf("web on port %s in %s", port, name)
	if crashAfter, never := patience("CRASH_AFTER", "never"); !never {
		time.AfterFunc(crashAfter, func() { log.Fatalf("crashed after %s", crashAfter) })
	}
	if perSecond := number("LINES_PER_SECOND", 0); perSecond > 0 {
		go writeLines(name, perSecond)
	}
	server := &http.Server{
		Addr:              ":" + port,
		Handler:           handler(setting("GREETING", "hello from "+name+"\n"), number("ANSWER_STATUS", http.StatusOK)),
		ReadHeaderTimeout: 5 * time.Second,
	}
	if !listensNever {
		go listen(server, listenAfter)
	}

	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTERM, syscall.SIGINT)
	<-asked
	log.Printf("asked to end")
	if endsNever {
		select {}
	}
	time.Sleep(endAfter)
	_ = server.Shutdown(context.Background())
}

func listen(server *http.Server, after time.Duration) {
	time.Sleep(after)
	if err := server.ListenAndServe(); err != http.ErrServerClosed {
		log.Fatal(err)
	}
}

func handler(greeting string, status int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.Printf("%s %s", r.Method, r.URL.Path)
		switch r.URL.Path {
		case "/fail":
			http.Error(w, "failed as asked", http.StatusInternalServerError)
		case "/answer":
			answerAsAsked(w, r)
		default:
			w.WriteHeader(status)
			fmt.Fprint(w, greeting)
		}
	})
}

func answerAsAsked(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if wait, err := time.ParseDuration(query.Get("after")); err == nil {
		select {
		case <-time.After(wait):
		case <-r.Context().Done():
			return
		}
	}
	for parameter, header := range map[string]string{"location": "Location", "type": "Content-Type"} {
		if value := query.Get(parameter); value != "" {
			w.Header().Set(header, value)
		}
	}
	if status, err := strconv.Atoi(query.Get("status")); err == nil && status >= 200 && status <= 999 {
		w.WriteHeader(status)
	}
	fmt.Fprint(w, query.Get("body"))
}

// writeLines keeps to the rate over time: what it could not write in time it writes as soon as it can.
func writeLines(name string, perSecond int) {
	out := bufio.NewWriter(os.Stdout)
	began := time.Now()
	written := 0
	for range time.Tick(max(10*time.Millisecond, time.Second/time.Duration(perSecond))) {
		for due := int(time.Since(began).Seconds() * float64(perSecond)); written < due; {
			written++
			fmt.Fprintf(out, "line %d of %s\n", written, name)
		}
		out.Flush()
	}
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func number(name string, otherwise int) int {
	value := os.Getenv(name)
	if value == "" {
		return otherwise
	}
	given, err := strconv.Atoi(value)
	if err != nil {
		log.Fatalf("%s is no number: %s", name, value)
	}
	return given
}

func patience(name, otherwise string) (wait time.Duration, never bool) {
	value := setting(name, otherwise)
	if value == "never" {
		return 0, true
	}
	wait, err := time.ParseDuration(value)
	if err != nil {
		log.Fatalf("%s is neither a time such as 3s nor never: %s", name, value)
	}
	return wait, false
}
