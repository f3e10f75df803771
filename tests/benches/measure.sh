# For the scripts beside it; they need Linux and GNU time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT='%R %U %S'

# measure NAME COMMAND...: adds a run's seconds, those of CPU twice, and its peak in KiB to NAME.
measure() {
  local name="$1"
  shift
  { time command time -f %M -o "$folder/peak" "$@" >"$folder/out" 2>&1; } 2>"$folder/time" ||
    { cat "$folder/out" >&2 && exit 1; }
  paste -d' ' "$folder/time" "$folder/peak" >>"$folder/$name.runs"
}

# report NAME...: the median run by time, the mean CPU time, the greatest peak.
report() {
  local name
  for name in "$@"; do
    sort -n "$folder/$name.runs" | awk -v name="$name" '
      { time[NR] = $1; cpu += $2 + $3; if ($4 > peak) peak = $4 }
      END { printf "%-36s %7.0f ms, CPU %7.0f ms, peak %7.1f MiB  (%d runs)\n", name,
            time[int(NR / 2) + 1] * 1e3, cpu / NR * 1e3, peak / 1024, NR }'
  done
}

# build CRATE CARGO_ARGUMENTS...: a dev build of it, three times, after its dependencies: rustc's cost
# for this crate, and cargo's. Crates of $clean are built again with it.
build() {
  local name="$1"
  shift
  printf '#!/bin/sh\ncase " $* " in *" --crate-name %s "*) %s;; esac\nexec "$@"\n' "${name//-/_}" \
    "exec time -a -o '$folder/$name.runs' -f '%e %U %S %M' \"\$@\"" >"$folder/rustc"
  chmod +x "$folder/rustc"
  export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR="$folder/target" RUSTC_WRAPPER="$folder/rustc"
  cargo build --quiet --package "$name" "$@"
  rm "$folder/$name.runs"
  for _ in 1 2 3; do
    for crate in "$name" ${clean-}; do cargo clean --quiet --package "$crate"; done
    measure "$name, with cargo" cargo build --package "$name" "$@"
  done
  report "$name" "$name, with cargo"
  rm "$folder"/*.runs
  unset CARGO_INCREMENTAL CARGO_TARGET_DIR RUSTC_WRAPPER
}

# synthetic FOLDER OPERATIONS: a spec of that size, 50 operations a file.
synthetic() {
  mkdir -p "$1/synthetic/operations"
  cat >"$1/synthetic/api.yaml" <<'YAML'
title: Synthetic API
base_url: "{base_url}"
documents: {1: Nothing}
method: POST
encoding: {kind: form, status: inferred}
auth:
  admin:
    title: Admin auth block
    in: form
    parameters: {Username: string, Password: {type: string, secret: true}}
    schemes: {password: {takes: [Username, Password]}}
gates:
  AA: {doc: Admin auth block required., auth: admin}
message: {type: Message, status: Status, text: Message}
YAML
  cat >"$1/synthetic/types.yaml" <<'YAML'
Message: {status: inferred, fields: {Status: int, Message: string}}
Options: opaque
YAML
  awk -v folder="$1/synthetic/operations" -v count="$2" 'BEGIN { for (n = 0; n < count; n++) {
    if (n % 50 == 0) {
      file = sprintf("%s/%06d.yaml", folder, n)
      printf "document: 1\npart: P%d\ntitle: Part %d\ngroup: part_%d\n", n, n, n >file
      print "defaults:\n  gates: [AA]\n\noperations:" >file
    }
    printf "  - operation: AdminDoThing%d\n    summary: Does the thing %d.\n", n, n >file
    printf "    path: /api/v1/admin/do-thing-%d\n    since: 18.3.%d\n    parameters:\n", n, n % 100 >file
    print "      TargetID: {type: string, doc: Live connection GUID.}" >file
    print "      Count: {type: int?, since: 20.1.0, doc: How often.}" >file
    print "      Options: Options (JSON)?\n    returns: message" >file
    print "    rules: [The thing is done once.]\n" >file
    if (n % 50 == 49) close(file)
  } }'
}
