package media

// Limits bound what users may store.
type Limits struct {
	FileBytes int64 // Size of one upload in bytes.
	Pixels    int64 // Of one picture, and of all that are decoded at once.
	UserBytes int64 // Of all uploads of a user with their smaller versions, in bytes; 0 for no limit.
}

// DefaultLimits returns the limits of a service without other settings.
func DefaultLimits() Limits {
	return Limits{FileBytes: 20 << 20, Pixels: 40_000_000, UserBytes: 1 << 30}
}
