// Package events reads the events of pages and shows them: lists by time and filters, what a search
// means, the events near a place, an event in a list, with its times, picture and color.
package events
