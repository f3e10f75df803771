"""Calls a server by the generated CLI, as a table says, and asserts what comes back.

    call.py CLI TABLE RECORDING [OPTION]...

README.md says what is in a table. The options are those of each call.
"""
import json
import os
import re
import subprocess
import sys
import time
from datetime import datetime, timezone
from urllib.parse import parse_qsl, unquote, urlsplit

import yaml

cli, table, recording, *options = sys.argv[1:]


def run(words, text=None):
    """What the CLI prints: a text, and the error as JSON."""
    done = subprocess.run([cli, *words], input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def answered(words, text):
    """What the CLI prints. A server that is busy says 503: it is called again, and that isn't recorded."""
    for _ in range(30):
        size = os.path.getsize(recording) if os.path.exists(recording) else 0
        code, out, err = run(words, text)
        error = value(err)
        if not isinstance(error, dict) or error["error"].get("status") != 503:
            break
        os.truncate(recording, size)
        time.sleep(1)
    return code, out, err


def operations():
    """What the CLI says of its commands."""
    for it in json.loads(run(["describe", "--json"])[1]):
        yield json.loads(run(["describe", it["group"], it["command"], "--json"])[1])


def pattern(path):
    """A path as a regular expression: what is in braces is a group."""
    parts = re.split(r"{[^}]*}", path)
    return re.compile("([^/]*)".join(map(re.escape, parts)))


def found(line):
    """The operation of `GET /lamps/7?light=on`, and what it sends."""
    method, target = line.split(" ")
    path, _, query = target.partition("?")
    fits = [it for it in KNOWN if it["method"] == method and pattern(it["path"]).fullmatch(path)]
    assert fits, f"{line}: no operation has this path"
    it = min(fits, key=lambda it: it["path"].count("{"))
    names = re.findall(r"{([^}]*)}", it["path"])
    values = map(unquote, pattern(it["path"]).fullmatch(path).groups())
    return it, [*zip(names, values), *parse_qsl(query, keep_blank_values=True)]


def filled(value, kept):
    """A value with those that were kept in place of `$name`."""
    if isinstance(value, str):
        if value[:1] == "$" and value[1:] in kept:
            return kept[value[1:]]
        return re.sub(r"\$(\w+)", lambda it: str(kept[it[1]]), value)
    if isinstance(value, dict):
        return {filled(key, kept): filled(it, kept) for key, it in value.items()}
    return [filled(it, kept) for it in value] if isinstance(value, list) else value


def fits(expected, got):
    """Objects may have more than is expected; lists may not."""
    if isinstance(expected, dict):
        return isinstance(got, dict) and all(key in got and fits(it, got[key]) for key, it in expected.items())
    if isinstance(expected, list):
        return isinstance(got, list) and len(expected) == len(got) and all(map(fits, expected, got))
    return expected == got and type(expected) is type(got)


def at(value, path):
    """The value at `events.0.id`, or of a parameter in the address at `next?page`."""
    path, _, parameter = path.partition("?")
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return dict(parse_qsl(urlsplit(value).query))[parameter] if parameter else value


def value(text):
    try:
        return json.loads(text) if text else None
    except json.JSONDecodeError:
        return text


def call(line, row, kept):
    it, sent = found(filled(line, kept))
    options_of = {p["name"]: p["option"] for p in it["parameters"] if not p["field_of"]}
    words = [it["group"], it["command"], "--json", "--output", "-", "--record", recording, *options]
    words += [word for name, text in sent for word in (f"--{options_of[name]}", text)]
    words += ["--yes"] if it["effect"] == "destroys" else []
    words += ["--body", "-"] if "body" in row else []
    code, out, err = answered(words, json.dumps(filled(row["body"], kept)) if "body" in row else None)
    if "fails" in row:
        error = value(err)["error"] if code == 1 else {}
        wrong = f"{line}: {code} {out}{err}"
        assert row["fails"] == error.get("status") or str(row["fails"]) in error.get("message", ""), wrong
        return None
    assert code == 0, f"{line}: {out}{err}"
    got = value(out)
    if "gets" in row:
        assert fits(filled(row["gets"], kept), got), f"{line}: it gets\n{json.dumps(got)[:600]}"
    if "has" in row:
        has = filled(row["has"], kept)
        is_there = has in got if isinstance(got, str) else any(fits(has, it) for it in got)
        assert is_there, f"{line}: it gets\n{json.dumps(got)[:600]}"
    kept.update({name: at(got, path) for name, path in row.get("keep", {}).items()})
    return it["operation"]


def called_within(line, row, kept):
    """Calls again for some seconds, if the server does its work later."""
    end = time.monotonic() + row.get("within", 0)
    while True:
        try:
            return call(line, row, kept)
        except AssertionError:
            if time.monotonic() > end:
                raise
            time.sleep(0.5)


KNOWN = list(operations())
said = yaml.safe_load(open(table))
kept = {"now": datetime.now(timezone.utc).isoformat(), **said.get("values", {})}
called, wrong = set(), []
for row in said["calls"]:
    (line, rest), = row.items() if isinstance(row, dict) else [(row, {})]
    try:
        called.add(called_within(line, rest or {}, kept))
    except (AssertionError, LookupError) as error:
        wrong.append(f"{error}" if isinstance(error, AssertionError) else f"{line}: {error!r}")
names = {f"{it['method']} {it['path']}": it["operation"] for it in KNOWN}
without = said.get("without_success", {})
wrong += [f"{it} has a success, and is listed without" for it in without if names[it] in called]
wrong += [f"neither called nor listed: {it}" for it, name in names.items() if name not in called and it not in without]
print(f"{len(called - {None})} of {len(names)} operations were called, by {len(said['calls'])} calls")
sys.exit("\n".join(wrong) or 0)
