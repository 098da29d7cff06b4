package service_test

import (
	"testing"

	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }
