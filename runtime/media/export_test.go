package media

import "time"

// SetStall sets how long a call of a bucket may make no progress.
func SetStall(s Store, after time.Duration) { s.(*bucket).stall = after }
