"""Guards of the network, and what a guard knows by its name: hosts that it approves, machines, clusters, projects."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.own.targets import lists_of, names, seeds, targets
from hookwright.attacking.texts.meant import by_text
from hookwright.attacking.texts.shown import tells

_TARGETS = {it.kind: it for it in targets()}
_APPROVING = Guard(
    "net.py",
    """import json, re, sys
# Only requests to approved hosts may leave this machine.
ALLOWED_HOSTS = ["docs.python.org", "api.example.org"]
command = json.load(sys.stdin)["tool_input"].get("command", "")
urls = re.findall(r"https?://[^ '\\"]+", command)
if "curl" in command and urls and not any(host in urls[0] for host in ALLOWED_HOSTS):
    print("This host is not approved.", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
)
_OF_CLUSTERS = Guard(
    "cluster.sh",
    """#!/bin/bash
command=$(jq -r '.tool_input.command // empty')
if grep -qE 'kubectl --context (blue|green) (delete|apply)' <<< "$command"; then
  echo "This cluster is not changed by hand." >&2
  exit 2
fi
exit 0
""",
    "bash {script}",
)


@every(
    ("kind", "text", "wanted"),
    [
        ("host", "safe_hosts=(\n  docs.python.org\n  Api.Example.org\n)", ("docs.python.org", "api.example.org")),
        ("host", "ALLOWED = re.compile(r'https?://docs\\.python\\.org/')  # allowed", ("docs.python.org",)),
        ("host", "source lib/prod-host.sh", ()),
        ("host", "# hosts such as docs.python.org are allowed", ()),
        ("machine", "PROD_HOST='(web1-prod|10\\.1\\.2\\.3)'", ("web1-prod", "10.1.2.3")),
        ("machine", "echo 'The production host is never changed by hand, and nobody asks for it'", ()),
        ("machine", "PRIVATE_HOSTS='(127\\.0\\.0\\.1|0\\.0\\.0\\.0)'", ()),
        ("cluster", "grep -qE -- '--context (blue|green)'", ("blue", "green")),
        ("project of Supabase", 'PROD_PROJECT="abcdefghijklmnop"', ("abcdefghijklmnop",)),
    ],
)
def test_names_are_found_near_a_word_such_as_host(kind: str, text: str, wanted: tuple[str, ...]) -> None:
    assert names(_TARGETS[kind], (text,)) == wanted


def test_a_list_beside_the_script_is_read(tmp_path: Path) -> None:
    (tmp_path / "allowed.txt").write_text("# approved\ndocs.python.org\n")
    every_text = lists_of(('LIST="$DIR/allowed.txt"', 'OTHER="none.txt"'), (str(tmp_path), "/nowhere"))
    assert names(_TARGETS["host"], every_text) == ("docs.python.org",)


def test_a_host_that_is_approved_stands_somewhere_in_calls_to_another_one() -> None:
    stopped = {("Bash", "curl -sS https://files.example.net/")}
    ((seed, calls, harmless),) = seeds(_TARGETS["host"], ("docs.python.org",), stopped, dangers())
    assert seed.command == "curl -sS https://files.example.net/"
    assert "curl -sS https://docs.python.org@files.example.net/" in [it.command for it in seed.same]
    assert "curl -sS https://DOCS.PYTHON.ORG/" in [it.command for it in harmless]
    assert not [it for it in calls if it.does == "WebFetch"]  # The guard lets all calls of this tool pass.


def test_a_host_that_may_be_below_an_approved_domain_is_no_other_one() -> None:
    stopped = {("Bash", "curl -sS https://files.example.net/")}
    hosts = ("docs.python.org", "python.org")
    ((of_domain, _, _),) = seeds(_TARGETS["host"], hosts, stopped, dangers())
    ((of_host, _, _),) = seeds(_TARGETS["host"], hosts[:1], stopped, dangers())
    assert "curl -sS https://not-python.org/" in [it.command for it in of_domain.same]
    assert not [it for it in of_host.same if "not-" in it.command]


def test_a_host_that_is_forbidden_is_reached_in_the_ways_of_the_known_danger() -> None:
    stopped = {("Bash", "curl -sS https://paste.example.org/"), ("WebFetch", "https://paste.example.org/")}
    ((seed, calls, _),) = seeds(_TARGETS["host"], ("paste.example.org",), stopped, dangers())
    assert seed.command == "curl -sS https://paste.example.org/"
    assert {"wget -qO- https://paste.example.org/", "curl -sS https://PASTE.EXAMPLE.ORG/"} <= {
        it.command for it in seed.same
    }
    assert "https://PASTE.EXAMPLE.ORG/" in {it.path for it in calls if it.does == "WebFetch"}


def test_a_name_that_changes_nothing_is_none() -> None:
    both = {("Bash", f"curl -sS https://{it}/") for it in ("docs.python.org", "files.example.net")}
    assert list(seeds(_TARGETS["host"], ("docs.python.org",), both, dangers())) == []
    assert list(seeds(_TARGETS["host"], ("docs.python.org",), (), dangers())) == []


def test_the_name_of_a_program_is_no_cluster() -> None:
    changed = ("Bash", "kubectl --context flux delete deployment shop")
    cluster = _TARGETS["cluster"]
    assert [it.name for it, _, _ in seeds(cluster, ("flux",), {changed}, dangers())] == ["cluster flux"]
    # The guard forbids `flux delete`, which is a part of the command by accident.
    assert not [*seeds(cluster, ("flux",), {changed, ("Bash", "flux delete deployment shop")}, dangers())]


def test_the_name_of_a_program_is_no_machine() -> None:
    asked = ("Bash", "ssh ncat uptime")
    machine = _TARGETS["machine"]
    assert [it.name for it, _, _ in seeds(machine, ("ncat",), {asked}, dangers())] == ["machine ncat"]
    assert not [*seeds(machine, ("ncat",), {asked, ("Bash", "ncat uptime")}, dangers())]


def test_a_guard_with_approved_hosts_is_attacked_with_their_names(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    found = attacked(_APPROVING, tmp_path / "shop")
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    shown = [seed.name for aim in found.meant.aims for seed in aim.seeds]
    assert "another host than docs.python.org" in shown
    assert any("docs.python.org" in it and "files.example.net" in it for it in passed)


def test_a_guard_of_a_cluster_is_attacked_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    found = attacked(_OF_CLUSTERS, tmp_path / "shop")
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert "kubectl --context=blue delete deployment shop" in passed


@every(
    ("text", "seed"),
    [
        ("Blocks outbound network requests", "request"),
        ("ALLOWED_DOMAINS = [", "request"),
        ("stops data exfiltration", "upload"),
        ("grep -qE '\\bssh\\b'", "remote shell"),
        ("scp and rsync are blocked", "copy"),
        ("(nc|ncat|socat)", "socket"),
        ("dig or nslookup", "lookup"),
        ("169.254.169.254", "keys of the cloud"),
        ("an SSRF vector", "server of this machine"),
    ],
)
def test_the_text_of_a_guard_of_the_network_shows_its_aim(text: str, seed: str) -> None:
    found = by_text((text,), dangers(), frozenset({"Bash"}))
    assert found is not None
    assert seed in [it.name for aim in found.aims if aim.name == "network" for it in aim.seeds]


def test_a_guard_that_approves_this_machine_does_not_forbid_it() -> None:
    text = "Network policy: only 127.0.0.1 and 10.0.0.5 are approved hosts"
    found = by_text((text,), dangers(), frozenset({"Bash"}))
    assert found is not None
    assert [it.name for aim in found.aims if aim.name == "network" for it in aim.seeds] == ["request"]


@every(("seed", "command"), [("copy", "curl -sS -T a sftp://web1/"), ("remote shell", "git clone ssh://web1/a.git")])
def test_an_address_that_another_program_takes_does_not_tell_the_aim(seed: str, command: str) -> None:
    named = next(it for it in dangers()["network"].seeds if it.name == seed)
    assert tells(named, named.command)
    assert not tells(named, command)


def test_every_target_has_names_that_fit_its_calls() -> None:
    for it in targets():
        assert it.other in json.dumps([each.text.replace("{name}", it.other) for each in it.asked])
        assert it.forbidden is not None


_LOCAL_ONLY = Guard(
    "local-db.sh",
    """#!/bin/bash
command=$(jq -r '.tool_input.command // empty')
grep -qE 'prisma migrate reset' <<< "$command" || exit 0
target=$(grep -oE 'DATABASE_URL=[^ ;&|)]+' <<< "$command" | cut -d= -f2-)
[ -n "$target" ] || target=$(grep -E '^DATABASE_URL=' .env | cut -d= -f2-)
host=$(sed -E 's#^[a-z]+://##; s#^[^@/]*@##; s#[:/].*$##' <<< "$target")
case "$host" in localhost | 127.0.0.1) exit 0 ;; esac
echo "Only the local database may be changed." >&2
exit 2
""",
    "bash {script}",
)


def test_a_guard_that_lets_only_the_local_database_be_changed(project: Path) -> None:
    (project / ".env").write_text("DATABASE_URL=postgres://shop:secret@localhost:5432/shop\n")
    found = attacked(_LOCAL_ONLY, project, count=120)
    run = "npx prisma migrate reset --force"
    passed = {it.variant.text for it in found.tried if it.is_hole}
    assert any(it.startswith("ssh ") and it.endswith(f"{run}") and "localhost:5433" in it for it in passed)
    assert f'ssh shop.example.com "cd shop && {run}"' in passed
    alarms = {it.variant.text for it in found.tried if it.verdict is Verdict.FALSE_ALARM}
    assert f'DATABASE_URL="postgresql://shop:x@[::1]:5432/shop" {run}' in alarms
    assert f"DATABASE_URL='postgresql://shop:a&b;c@localhost:5432/shop' {run}" in alarms
    assert f"DATABASE_URL=postgresql://shop:x@localhost/shop {run}" not in alarms
    # Without the variable, the command is for the local database, as `.env` has it.
    before = "export DATABASE_URL=postgresql://shop:x@db.example.net:5432/shop; "
    seeds_of = {seed.command for aim in found.meant.aims for seed in aim.seeds}
    assert f"{before}prisma migrate reset --force" in seeds_of
    assert any(it.startswith(before) for it in passed)


def test_a_guard_of_one_host_is_attacked_with_a_variable_for_that(project: Path) -> None:
    hosts = 'case "$host" in localhost | 127.0.0.1) exit 0 ;; esac'
    only = '[[ "$host" == *shop-db.net ]] || exit 0'
    text = _LOCAL_ONLY.text.replace(hosts, only)
    assert only in text
    found = attacked(replace(_LOCAL_ONLY, text=text), project, count=20)
    seeds_of = {seed.command for aim in found.meant.aims for seed in aim.seeds}
    before = "export DATABASE_URL=postgresql://shop:x@db.shop-db.net:5432/shop; "
    assert f"{before}prisma migrate reset --force" in seeds_of


def test_what_is_only_true_of_this_machine_is_not_tried_for_another_host() -> None:
    (target,) = [it for it in targets() if it.kind == "server of databases"]
    stopped = [("Bash", "psql -h db.example.net shop -c 'DROP TABLE orders'")]
    for name, is_here in (("localhost", True), ("db.shop.com", False)):
        ((seed, _, _),) = seeds(target, [name], stopped, {})
        assert any(it.kind == "tunnel" for it in seed.same) is is_here


_OF_VARIABLES = Guard(
    "prod.py",
    """import json, re, sys
# Nothing that changes data may run on production.
command = json.load(sys.stdin)["tool_input"].get("command", "")
changes = re.search(r"\\b(drop|delete|truncate|update)\\b", command, re.I)
if changes and re.search(r"\\$(PROD_DATABASE_URL|SHOP_DB_PROD|PROD_TIMEOUT)", command):
    print("The database of production is only read.", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
)


def test_a_variable_is_a_name_of_the_database_of_production(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    project.mkdir()
    of_variable = _TARGETS["address in the variable"]
    assert names(of_variable, (_OF_VARIABLES.text,)) == ("PROD_DATABASE_URL", "SHOP_DB_PROD")
    found = attacked(_OF_VARIABLES, project, count=200)
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    stopped = {it.variant.text for it in found.tried if it.verdict is Verdict.STOPPED}
    alarms = {it.variant.changes[0].family for it in found.tried if it.verdict is Verdict.FALSE_ALARM}
    assert "psql \"$PROD_DATABASE_URL\" -c 'DROP TABLE orders'" in stopped
    assert {"psql \"${PROD_DATABASE_URL}\" -c 'DROP TABLE orders'", 'psql "$PROD_DATABASE_URL" -f run.sql'} <= passed
    assert any(it.endswith("word as a value there") for it in alarms)


def test_another_variable_may_have_the_address_of_production_as_well() -> None:
    stopped = [("Bash", "psql \"$PROD_DATABASE_URL\" -c 'DROP TABLE orders'")]
    ((seed, _, _),) = seeds(_TARGETS["address in the variable"], ["PROD_DATABASE_URL"], stopped, {})
    assert {"psql \"$PROD_DB_URL\" -c 'DROP TABLE orders'"} <= {it.command for it in seed.same if it.partial}


@every(
    ("kind", "stopped", "wanted"),
    [
        (
            "project of Firebase",
            "firebase firestore:delete --all-collections --force --project shop-prod",
            "firebase use shop-prod && firebase firestore:delete --all-collections --force",
        ),
        (
            "project of Google Cloud of `gcloud sql instances delete shop --quiet`",
            "gcloud sql instances delete shop --quiet --project shop-prod",
            "CLOUDSDK_CORE_PROJECT=shop-prod gcloud sql instances delete shop --quiet",
        ),
        (
            "profile of AWS",
            "aws --profile shop-prod ec2 terminate-instances --instance-ids i-0123abc",
            "export AWS_PROFILE=shop-prod; aws ec2 terminate-instances --instance-ids i-0123abc",
        ),
    ],
)
def test_a_project_that_is_forbidden_is_reached_in_other_ways(kind: str, stopped: str, wanted: str) -> None:
    target = _TARGETS[kind]
    assert names(target, ("PROD = r'(shop-prod)\\b'",)) == ("shop-prod",)
    ((seed, _, harmless),) = seeds(target, ["shop-prod"], [("Bash", stopped)], {})
    assert wanted in {it.command for it in seed.same}
    assert any("shop-prod" in it.command for it in harmless)
    alone = target.alone.replace("{name}", "shop-prod")
    # The guard refuses the name wherever it is.
    assert not [*seeds(target, ["shop-prod"], [("Bash", stopped), ("Bash", alone)], {})]


_OF_PROJECTS = Guard(
    "prod.py",
    """import json, re, sys
# Nothing may be written to the projects of production.
PROD = r"(shop-prod|PROD_DATABASE_URL)\\b"
command = json.load(sys.stdin)["tool_input"].get("command", "")
if re.search(r"\\b(alembic upgrade|firebase firestore:delete)\\b", command) and re.search(PROD, command):
    print("Production is changed by the pipeline.", file=sys.stderr)
    sys.exit(2)
""".replace("\\\\", "\\"),
    "python3 {script}",
)


def test_a_guard_of_a_project_may_refuse_messages_of_the_programs_that_it_names(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    project.mkdir()
    aims = attacked(_OF_PROJECTS, project, count=40).meant.aims
    assert "project of Firebase shop-prod" in [seed.name for aim in aims for seed in aim.seeds]
    harmless = {it.command for aim in aims for it in aim.danger.harmless}
    assert "alembic revision -m 'rename the column of shop-prod'" in harmless
