// A receiver of webhooks for Go 1.22 or newer, with nothing but its standard library. It believes only what is signed,
// keeps each event once in a folder, and answers before any work is done.
//
//	WEBHOOK_SECRET=whsec_… PORT=8443 TLS_CERT=cert.pem TLS_KEY=key.pem go run receiver.go
//
// Without TLS_CERT it speaks plain HTTP, for a place behind a proxy that ends TLS.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	tolerance   = 300 * time.Second
	longestBody = 256 << 10
)

var (
	isTime = regexp.MustCompile(`^[0-9]{1,12}$`)
	isID   = regexp.MustCompile(`^evt_[0-9a-f]{32}$`)
)

// verify tells why body (as it came) is not to be believed: not signed with secret, or not within five minutes of now.
func verify(body []byte, header, secret string, now time.Time) error {
	if secret == "" {
		return errors.New("WEBHOOK_SECRET is not set.")
	}
	var times []string
	var digests []string
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			times = append(times, value)
		case "v1":
			digests = append(digests, value)
		}
	}
	if len(times) != 1 || !isTime.MatchString(times[0]) {
		return errors.New("Service-Signature has no time.")
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(times[0] + "."))
	mac.Write(body)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	matches := 0
	for _, digest := range digests {
		// Two while the secret is being replaced.
		if hmac.Equal([]byte(digest), expected) {
			matches++
		}
	}
	if matches == 0 {
		return errors.New("No signature matches the body.")
	}
	seconds, err := strconv.ParseInt(times[0], 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return errors.New("The signature is too old, or from the future.")
	}
	return nil
}

// keep stores an event once. Deliveries may repeat: the file's name is the event's id, and only the first can make it.
func keep(inbox, id string, body []byte) (bool, error) {
	if !isID.MatchString(id) {
		return false, fmt.Errorf("not an event's id: %q", id)
	}
	part, err := os.CreateTemp(inbox, ".part-*")
	if err != nil {
		return false, err
	}
	defer os.Remove(part.Name())
	_, err = part.Write(body)
	if err = errors.Join(err, part.Sync(), part.Close()); err != nil {
		return false, err
	}
	err = os.Link(part.Name(), filepath.Join(inbox, id+".json"))
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

// receive answers one request; Wheelhouse shows the answer beside the attempt, so it says why.
func receive(request *http.Request, secret, inbox string) (int, string) {
	if request.Method != http.MethodPost {
		return http.StatusMethodNotAllowed, "Send events by POST."
	}
	// The bytes as they came. Whatever parses JSON must come after the signature was checked.
	body, err := io.ReadAll(io.LimitReader(request.Body, longestBody+1))
	if err != nil {
		return http.StatusBadRequest, "The body did not arrive whole."
	}
	if len(body) > longestBody {
		return http.StatusRequestEntityTooLarge, "No event is that long."
	}
	if err := verify(body, request.Header.Get("Service-Signature"), secret, time.Now()); err != nil {
		return http.StatusBadRequest, err.Error()
	}
	var event struct{ ID, Type string }
	if err := json.Unmarshal(body, &event); err != nil {
		return http.StatusBadRequest, "The body is not an event."
	}
	isNew, err := keep(inbox, event.ID, body)
	if err != nil {
		log.Print(err)
		return http.StatusInternalServerError, "The event could not be kept."
	}
	fmt.Println(map[bool]string{true: "new", false: "again"}[isNew], event.Type, event.ID)
	return http.StatusNoContent, ""
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func main() {
	secret, inbox, port := os.Getenv("WEBHOOK_SECRET"), setting("INBOX", "inbox"), setting("PORT", "8443")
	if err := os.MkdirAll(inbox, 0o755); err != nil {
		log.Fatal(err)
	}
	handler := func(response http.ResponseWriter, request *http.Request) {
		status, text := receive(request, secret, inbox)
		if status != http.StatusNoContent {
			fmt.Println("refused", status, text)
		}
		response.WriteHeader(status)
		io.WriteString(response, text)
	}
	listener, err := net.Listen("tcp", ":"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on port", port)
	server := &http.Server{Handler: http.HandlerFunc(handler), ReadTimeout: 60 * time.Second}
	if certificate := os.Getenv("TLS_CERT"); certificate != "" {
		log.Fatal(server.ServeTLS(listener, certificate, os.Getenv("TLS_KEY")))
	}
	log.Fatal(server.Serve(listener))
}
