// Command generate writes the directory generated from the description.
package main

import (
	"bookshop/resources"

	"almanac/generator"
)

func main() { generator.Main(resources.API, resources.All) }
