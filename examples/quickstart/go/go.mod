module quickstart

go 1.26
