// Command generate writes the directory generated from the description.
package main

import (
	"almanac/generator"
	"bookshop/resources"
)

func main() { generator.Main(resources.API, resources.All) }
