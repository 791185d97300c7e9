package main

import (
	"encoding/json"
	"os"
	"testing"
	"time"
)

// TestVectors holds the example receiver against the published vectors; $VECTORS names their file.
func TestVectors(t *testing.T) {
	content, err := os.ReadFile(os.Getenv("VECTORS"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Vectors []struct {
			Name, Secret, Header, Body, Verdict string
			Now                                 int64
		}
	}
	if err := json.Unmarshal(content, &file); err != nil {
		t.Fatal(err)
	}
	for _, vector := range file.Vectors {
		t.Run(vector.Name, func(t *testing.T) {
			err := verify([]byte(vector.Body), vector.Header, vector.Secret, time.Unix(vector.Now, 0))
			if (err == nil) != (vector.Verdict == "accept") {
				t.Errorf("should %s: %v", vector.Verdict, err)
			}
		})
	}
}
