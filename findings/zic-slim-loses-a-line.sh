#!/usr/bin/env bash
# zic 2.36 (Debian's libc-bin 2.36-9+deb12u14): the same source gives other times with -b slim
# than with -b fat, which Debian's own files are built with. Where a zone has a line without
# summer time for a month, before one with the rules of the United States, the slim file has
# summer time until that of the United States ends; America/Ojinaga of 2022 is such a zone.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -q libc-bin=2.36-9+deb12u14 >/dev/null 2>&1
dpkg-deb -x libc-bin_*.deb .
cat >town.zi <<'E'
Rule US 2007 max - Mar Sun>=8 2:00 1:00 D
Rule US 2007 max - Nov Sun>=1 2:00 0 S
Rule Mexico 2002 2022 - Apr Sun>=1 2:00 1:00 D
Rule Mexico 2002 2022 - Oct lastSun 2:00 0 S
Zone Test/Town -7:00 Mexico M%sT 2010
	-7:00 US M%sT 2022 Oct 30 2:00
	-6:00 - CST 2022 Nov 30
	-6:00 US C%sT
E
for form in fat slim; do
	usr/sbin/zic -b $form -d $form town.zi
	echo "$form: $(TZDIR="$dir/$form" TZ=Test/Town date -d @1667300000 '+%F %T %z')"
done | tee seen
diff seen - <<'E'
fat: 2022-11-01 04:53:20 -0600
slim: 2022-11-01 05:53:20 -0500
E
