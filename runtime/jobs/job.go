package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"almanac/runtime/dates"
)

// DefaultTimeout is that of a job without one.
const DefaultTimeout = 10 * time.Minute

// Job is work that is done at its time.
type Job struct {
	Name    string        // Lower-case letters, digits and hyphens.
	Every   string        // An interval, such as "10m", or a time of day, such as "03:00".
	Timeout time.Duration // After which the context of Run ends; 0 for DefaultTimeout.
	AtStart bool          // Also when a process starts.
	Run     func(ctx context.Context) error

	schedule schedule
}

// jobName matches the name of a job.
var jobName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

const maxName = 60

// check returns the jobs with their schedules, or what is wrong with all of them.
func check(list []Job, zone dates.Zone) ([]Job, error) {
	var wrong []error
	names, checked := map[string]bool{}, make([]Job, len(list))
	for i, job := range list {
		refuse := func(err error) { wrong = append(wrong, fmt.Errorf("job %q: %w", job.Name, err)) }
		switch {
		case len(job.Name) > maxName || !jobName.MatchString(job.Name):
			refuse(fmt.Errorf(`the name must be words of lower-case letters and digits with hyphens, such as "no-shows", `+
				`of %d characters at most`, maxName))
		case names[job.Name]:
			refuse(errors.New("another job has this name"))
		}
		names[job.Name] = true
		var err error
		if job.schedule, err = parse(job.Every, zone); err != nil {
			refuse(err)
		}
		if job.Timeout < 0 {
			refuse(fmt.Errorf("the timeout must be 0 or more, not %s", job.Timeout))
		}
		if job.Run == nil {
			refuse(errors.New("it has no function Run"))
		}
		job.Timeout = cmp.Or(job.Timeout, DefaultTimeout)
		checked[i] = job
	}
	return checked, errors.Join(wrong...)
}
