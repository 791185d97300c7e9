// Command web is the test image: a small HTTP server that can be told to misbehave.
//
// PORT (8080) is where it listens. END_AFTER is how long it takes to end once asked ("3s");
// "never" ignores the request, so that only the end of the grace period stops it.
// With arguments it prints them and ends, so that exec has something to run.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
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
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	server := &http.Server{Addr: ":" + port, ReadHeaderTimeout: 5 * time.Second}
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.Printf("%s %s", r.Method, r.URL.Path)
		fmt.Fprintf(w, "hello from %s\n", name)
	})
	log.Printf("web on port %s in %s", port, name)
	go func() {
		if err := server.ListenAndServe(); err != http.ErrServerClosed {
			log.Fatal(err)
		}
	}()

	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTERM, syscall.SIGINT)
	<-asked
	log.Printf("asked to end")
	if after := os.Getenv("END_AFTER"); after == "never" {
		select {}
	} else if wait, err := time.ParseDuration(after); err == nil {
		time.Sleep(wait)
	}
	_ = server.Shutdown(context.Background())
}
