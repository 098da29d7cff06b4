package model

import "slices"

// Extensions lists the optional extensions that the arguments of resources belong to.
func Extensions(resources []*Resource) []string {
	var names []string
	for _, res := range resources {
		for _, arg := range slices.Concat(res.Args, res.ListArgs) {
			if arg.Extension != "" && !slices.Contains(names, arg.Extension) {
				names = append(names, arg.Extension)
			}
		}
	}
	slices.Sort(names)
	return names
}
