"""Refuses to delete databases, tables, infrastructure, and what runs in clusters.

It cannot see what is in files that are there already, such as `psql -f cleanup.sql`, nor which of your databases
matters: it refuses such commands for all of them.  Give the agent an account that may not delete.
"""

from __future__ import annotations

import re

from shell_reader import UNKNOWN, Command
from shell_reader.late import late_pattern

from .changing import taken_away
from .places import Places, is_below
from .saying import ONLY_THE_USER, named, shown
from .subcommands import matching, table

DESTROYS = table(
    """
    dropdb
    dropuser
    mysqladmin drop
    pg_restore --clean
    pg_restore -c
    dotnet ef database drop
    drizzle-kit push --force
    terraform destroy
    terraform apply -destroy
    terraform state rm
    terraform workspace delete
    tofu destroy
    tofu apply -destroy
    terragrunt destroy
    terragrunt run-all destroy
    pulumi destroy
    cdk destroy
    serverless remove
    vagrant destroy
    kubectl delete
    kubectl drain
    kubectl apply --prune
    kubectl replace --force
    oc delete
    helm uninstall
    helm delete
    helm del
    helm un
    helmfile destroy
    helmfile delete
    eksctl delete
    kubectl scale --replicas=0
    docker system prune
    docker system reset
    docker pod rm
    docker pod prune
    docker machine rm
    docker kube down --force
    docker rm -v
    docker rm -a
    docker rm --all
    docker stack rm
    docker volume rm
    docker volume remove
    docker volume prune
    docker compose down -v
    docker compose down --volumes
    docker-compose down -v
    docker-compose down --volumes
    docker compose * down -v
    docker compose * down --volumes
    docker compose rm -v
    argocd app delete
    argocd app delete-resource
    argocd app sync --prune
    argocd appset delete
    argocd proj delete
    argocd cluster rm
    velero backup delete
    velero delete backup
    velero schedule delete
    velero delete schedule
    velero backup-location delete
    aws s3 rb
    aws s3 rm --recursive
    aws s3 sync --delete
    aws * delete-*
    aws * terminate-*
    aws * purge-*
    gcloud * delete
    gcloud * * delete
    gcloud * * * delete
    gsutil rb
    gsutil rm -r
    az * delete
    az * * delete
    doctl * * delete
    heroku pg:reset
    heroku apps:destroy
    fly destroy
    fly apps destroy
    flyctl destroy
    flyctl apps destroy
    rails db:drop*
    rails db:reset
    rails db:schema:load
    rake db:schema:load
    rake db:drop*
    rake db:reset
    prisma migrate reset
    prisma db push --force-reset
    artisan migrate:fresh
    artisan db:wipe
    supabase db reset --linked
    supabase db reset --db-url
    """
)
_APPLIES = table(
    """
    terraform apply -auto-approve
    terraform apply --auto-approve
    tofu apply -auto-approve
    tofu apply --auto-approve
    terragrunt apply -auto-approve
    terragrunt apply --auto-approve
    terragrunt run-all apply
    pulumi up -y
    pulumi up --yes
    """
)
_CLIENTS = frozenset(
    ("psql mysql mariadb sqlite3 sqlcmd clickhouse-client cockroach usql mongosh mongo cqlsh duckdb").split()
)
_OF_FILES = frozenset(("duckdb", "sqlite3"))
_SQL = late_pattern(
    r"\bdrop\s+(?:(?:foreign|external|dynamic|hybrid|transient|iceberg|virtual|cached)\s+)?"
    r"(?:database|schema|tables?|tablespace|keyspace|collection|catalog|warehouse|materialized\s+view|user|role|group|login|owned|server)\b"
    r"|\bdrop\s+view\b[^;]*\bcascade\b"
    r"|\btruncate\s+(?:table\s+)?[\w\"`]"
    r"|\balter\s+(?:\w+\s+)?table\b[^;]*?\bdrop\s+(?!constraint|index|default|not\b|primary|foreign|check|trigger)"
    r"|\bupdate\s+[\w.\"`]+\s+set\b(?![^;]*\bwhere\b)"
    r"|\bdelete\s+from\s+(?:only\s+)?[\w.\"`\[\]]+(?:(?![^;]*\bwhere\b)|[^;]*\bwhere\s+(?:true|1(?:\s*=\s*1)?)\b(?!\s*(?:and\b|[=<>])))"
    r"|\bdelete\s+from\b[^;]*\bwhere\b[^;]*\bor\s+(?:true|1\s*=\s*1)\b"
    r"|\bdropDatabase\s*\(|\.drop\s*\(\s*\)|\bdeleteMany\s*\(\s*(?:\{\s*\})?\s*\)",
    re.IGNORECASE | re.MULTILINE,
)
_ALL_ROWS = late_pattern(r"[A-Z]\w*\.(?:delete|destroy)_all\b")
"""A class of Rails whose rows are all deleted; a filter would stand between the two."""
_COMMENT = late_pattern(r"/\*.*?\*/|--[^\n]*", re.DOTALL)
_QUOTED = late_pattern(r"'[^']*'")
_REPLACES = late_pattern(r"\bcreate\s+or\s+replace\s+table\b", re.IGNORECASE)
_JOINED = late_pattern(r"'\s*\|\|\s*'")
_OPENS = late_pattern(r"\battach\b|\.(?:open|restore|read)\b", re.IGNORECASE)
"""What opens another database, or reads statements that nobody sees."""
_RUNS_TEXTS = late_pattern(r"\b(?:execute|prepare|eval)\b|\\gexec", re.IGNORECASE)
_DELETES = late_pattern(r"(?:-X|--request)[ =]?DELETE\b", re.IGNORECASE)
_ROWS = late_pattern(r"https?://(?!localhost\b|127\.)[^/\s]+/rest/v1/(?!rpc/)\w+(?!\S*=eq\.)\b", re.IGNORECASE)
"""A table that a server of PostgREST, such as Supabase, gives out, unless a filter names the rows."""
_LIKE_OTHERS = {"podman": "docker", "nerdctl": "docker", "podman-compose": "docker-compose"}
_WITH_KUBECTL = frozenset("k3s microk8s minikube".split())
_REDIS = frozenset(("FLUSHALL", "FLUSHDB"))
_VOLUMES = ("/var/lib/docker/volumes", "/var/lib/containers/storage/volumes")
"""Where Docker and Podman keep the data of volumes."""


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    if command.name in _CLIENTS:
        return None if _is_in_memory(command) else _queries(command)
    if command.name in ("redis-cli", "valkey-cli"):
        given = [*command.arguments, *(command.stdin or "").split()]
        emptied = next((it for it in given if it.upper() in _REDIS), None)
        return f"`{emptied}` deletes every key; {ONLY_THE_USER}" if emptied else None
    if command.name == "curl" and _DELETES.search(" ".join(command.arguments)):
        rows = next(filter(None, map(_ROWS.search, command.arguments)), None)
        return f"the request deletes rows of `{rows[0]}`; {ONLY_THE_USER}" if rows else None
    if (
        command.has("--help")
        or "-help" in command.arguments
        or any(it.startswith(("--dry-run", "--dryrun")) for it in command.options)
    ):
        return None
    is_script = command.name in ("php", "python", "python3") and command.operands[:1]
    if is_script and command.operands[0].rpartition("/")[2] in ("artisan", "manage.py"):
        inner = Command([command.operands[0], *command.operands[1:]], command.folder)
        return refusal(inner, places)
    if command.name == "manage.py":
        emptied = next((it for it in command.arguments if it in ("flush", "reset_db")), None)
        return f"`manage.py {emptied}` empties the database; {ONLY_THE_USER}" if emptied else None
    volume = _volume(command, places)
    if volume is not None:
        return f"`{named(volume)}` has the data of volumes; {ONLY_THE_USER}"
    if _deletes_rows_of_rails(command):
        return f"`rails runner` deletes all rows of a table; {ONLY_THE_USER}"
    found = matching(_as_usual(command), DESTROYS)
    if found is not None or _removes_all_containers(command):
        what = " ".join([command.name, *found.split()[1:]]) if found else shown(command)
        return f"`{what}` deletes what cannot be restored; {ONLY_THE_USER}"
    found = matching(command, _APPLIES)
    return f"`{found}` changes infrastructure by a plan that no person has read; show the plan first" if found else None


def _is_in_memory(command: Command) -> bool:
    """Whether the database is only there for this run, and the statements open no file."""
    texts = [*command.arguments, command.stdin or ""]
    is_memory = command.name in _OF_FILES and command.operands[:1] == [":memory:"]
    return is_memory and not any(_OPENS.search(it) for it in texts)


def _volume(command: Command, places: Places) -> str | None:
    """The word for what a command deletes or moves away of the volumes of containers."""
    for it in taken_away(command):
        path = command.path(it)
        if path is None or places.in_project(path):
            continue
        if any(is_below(path, volumes) or is_below(volumes, path, itself=True) for volumes in _VOLUMES):
            return it
    return None


def _deletes_rows_of_rails(command: Command) -> bool:
    is_code = command.name == "rails" and command.operands[:1] in (["runner"], ["r"])
    return is_code and _ALL_ROWS.search(command.operands[-1]) is not None


def _as_usual(command: Command) -> Command:
    """A program that takes the commands of Docker or `kubectl`, as if it were that."""
    if command.name in _WITH_KUBECTL and command.arguments[:1] == ["kubectl"]:
        return Command([it for it in command.arguments if it != "--"], command.folder)
    name = _LIKE_OTHERS.get(command.name)
    return command if name is None else Command([name, *command.arguments], command.folder)


def _removes_all_containers(command: Command) -> bool:
    """Whether it removes the containers that `docker ps` lists without a choice."""
    if command.name not in ("docker", "podman") or "rm" not in command.operands[:2]:
        return False
    before = command.source if command.fed else next(iter(command.earlier[-1:]), None)
    if before is None or before.name != command.name or "ps" not in before.operands:
        return False
    return (command.fed or UNKNOWN in command.arguments) and not before.has("-f", "--filter")


def _queries(command: Command) -> str | None:
    """Statements in the arguments or the input of a client, and in files that the same text makes."""
    words = [it.partition("=")[2] if it.startswith("--") else it for it in command.arguments]
    made = (text for path, text in command.files.items() if any(path in it for it in words))
    for text in [*words, *made, command.stdin or ""]:
        statements = _statements(text.replace(UNKNOWN, "x"))
        # In the databases of a file, that is how tables are made anew.
        replaced = None if command.name in _OF_FILES else _REPLACES.search(statements)
        found = _SQL.search(statements) or replaced
        if found:
            return f"`{found[0].strip()}` deletes data for good; {ONLY_THE_USER}"
    return None


def _statements(text: str) -> str:
    """SQL without comments, and without texts between quotes unless they may be run."""
    text = _COMMENT.sub(" ", text)
    return _JOINED.sub("", text) if _RUNS_TEXTS.search(text) else _QUOTED.sub("''", text)
