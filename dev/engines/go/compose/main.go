// Command compose reads a compose file as docker compose would and says what is wrong with it:
// schema, interpolation, references between services. It needs no docker.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(os.Args[1:], cli.WithOsEnv, cli.WithName("wheelhouse"))
	if err == nil {
		project, loadErr := options.LoadProject(context.Background())
		err = loadErr
		if err == nil {
			var out []byte
			if out, err = project.MarshalJSON(); err == nil {
				fmt.Println(string(out))
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
