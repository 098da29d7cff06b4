package service

import (
	"context"
	"slices"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/httpapi"
	"almanac/runtime/jobs"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// Job is work that a service does at its time:
//
//	service.Job{Name: "no-shows", Every: "03:00", Run: noShows}
//
// Several servers of one database share its jobs.  A due time is begun once, unless its run failed
// or its process died; so Run must do no harm when it runs again.  An error or a panic is retried
// after 10 seconds, then after pauses that double, up to an hour; due times that are missed
// meanwhile are one.
type Job struct {
	// Name is that of the job for operators, in lower-case letters, digits and hyphens.
	Name string
	// Every is an interval, such as "10m" or "24h", or a time of day in the zone of the site,
	// such as "03:00": where clocks skip it, the job runs when they have, and where it comes
	// twice, at the first.
	Every string
	// Timeout is after which time the context of Run ends; 0 for 10 minutes.  A run that does not
	// return then is reported, and not begun again while its process lives.
	Timeout time.Duration
	// AtStart has it also run when a server starts, as after an upgrade.
	AtStart bool
	// Run does the work.  The audit log has its writes by the call under the name of the job.
	Run func(ctx context.Context, call records.Call) error
}

// maintenance is the timeout of jobs that look at all records.
const maintenance = 6 * time.Hour

// forget takes former values out of the log of changes that are older than they are kept.
func (s *Service) forget(ctx context.Context) error {
	return audit.ForgetBefore(ctx, s.Store, s.Env.Clock().Add(-s.Env.Deployment.ChangesKept))
}

// jobs returns the jobs of the service: those that its resources need, and its own.
func (s *Service) jobs(own []Job) []jobs.Job {
	var all []jobs.Job
	if slices.ContainsFunc(s.Env.Resources, func(r *model.Resource) bool { return r.SeriesRoute != "" }) {
		all = append(all, jobs.Job{
			Name: "series", Every: "24h", Timeout: maintenance, AtStart: true, Run: s.API.Writes.ExtendSeries,
		})
	}
	all = append(all,
		jobs.Job{Name: "webhook-deliveries", Every: "24h", Run: s.Webhooks.DeleteOld},
		jobs.Job{Name: "former-values", Every: "24h", Timeout: maintenance, Run: s.forget})
	for _, job := range own {
		scheduled := jobs.Job{Name: job.Name, Every: job.Every, Timeout: job.Timeout, AtStart: job.AtStart}
		if run := job.Run; run != nil {
			scheduled.Run = func(ctx context.Context) error {
				ctx = httpapi.NewRun(ctx, job.Name)
				return run(ctx, s.API.Records.System(ctx, job.Name))
			}
		}
		all = append(all, scheduled)
	}
	return all
}
