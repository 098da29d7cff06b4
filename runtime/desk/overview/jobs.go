package overview

import (
	"almanac/runtime/auth"
	"almanac/runtime/desk"
	"almanac/runtime/desk/record"
)

// addJobs adds a line for each job that fails or hangs, for administrators.
func addJobs(x *record.Exchange, d *dashboard) error {
	if desk.CallerOf(x.R.Context()).Role != auth.RoleAdministrator {
		return nil
	}
	states, err := x.Desk.API.Jobs(x.R.Context())
	for _, job := range states {
		switch {
		case job.Hangs:
			d.Jobs = append(d.Jobs, x.T("Job %s runs longer than allowed.", job.Name))
		case job.Failures > 0:
			d.Jobs = append(d.Jobs, x.T("Job %s failed: %s", job.Name, job.Error))
		}
	}
	return err
}
