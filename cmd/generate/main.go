// Command generate writes generated/ and docs/reference.md from the description in
// resources; see [generator.Main].
package main

import (
	"almanac/generator"
	"almanac/resources"
)

func main() { generator.Main(resources.API, resources.All()) }
