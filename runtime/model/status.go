package model

// The statuses of a post.
const (
	StatusPublish = "publish" // Everybody may read it; its password may protect the content.
	StatusFuture  = "future"  // It becomes StatusPublish at its date.
	StatusDraft   = "draft"
	StatusPending = "pending" // Submitted for review.
	StatusPrivate = "private"
	StatusTrash   = "trash" // Deleted, and can be restored.
)

// Statuses lists the statuses that a post can have.
func Statuses() []string {
	return []string{StatusPublish, StatusFuture, StatusDraft, StatusPending, StatusPrivate, StatusTrash}
}
