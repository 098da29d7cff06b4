package clients_test

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"almanac/generated/client"
)

// TestProgramsAskByQuery asks for one of 1,000 IDs with what programs have for HTTP.
func TestProgramsAskByQuery(t *testing.T) {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	if err != nil {
		t.Fatal(err)
	}
	made, err := c.Events.Create(t.Context(), client.EventFields{
		Title: client.Set("Choir"), StartDate: client.Set("tomorrow"), EndDate: client.Set("tomorrow"),
	})
	if err != nil {
		t.Fatal(err)
	}
	ids := []int64{made.ID}
	for i := range int64(999) {
		ids = append(ids, 1_000_000+i)
	}
	var list []string
	for _, id := range ids {
		list = append(list, strconv.FormatInt(id, 10))
	}
	body := `{"include":[` + strings.Join(list, ",") + `]}`
	for name, command := range map[string][]string{
		"curl": {"curl", "--silent", "--fail", "-X", "QUERY", "-H", "Content-Type: application/json", "-d", body, address + "/events"},
		"Node": {"node", "-e", `const [url, body] = process.argv.slice(1);
			fetch(url, { method: "QUERY", headers: { "Content-Type": "application/json" }, body }).then(async (r) => console.log(await r.text()))`, address + "/events", body},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(command[0]); err != nil {
				t.Skipf("%s is not installed", command[0])
			}
			out, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput()
			if err != nil || !strings.Contains(string(out), `"total":1,`) {
				t.Errorf("%v\n%.500s", err, out)
			}
		})
	}
	t.Run("Go", func(t *testing.T) {
		page, err := c.Events.List(t.Context(), client.EventParams{Include: client.List(ids...)})
		if err != nil || page.Total != 1 {
			t.Errorf("%+v, %v", page, err)
		}
	})
}
