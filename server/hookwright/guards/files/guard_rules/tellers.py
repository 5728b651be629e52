"""Which programs print secrets that they keep, such as `gh auth token`."""

from __future__ import annotations

import re

from shell_reader import Command

from .saying import ONLY_THE_USER
from .subcommands import matching, table

PRINTS = table(
    """
    gh auth token
    gcloud auth print-access-token
    gcloud auth print-identity-token
    gcloud secrets versions access
    aws configure get
    aws configure export-credentials
    aws secretsmanager get-secret-value
    aws ssm get-parameter* --with-decryption
    az account get-access-token
    kubectl get secret* -o
    kubectl get secret* --output
    kubectl get secret* --template
    kubectl describe secret*
    vault read
    vault kv get
    op read
    op item get
    pass show
    secret-tool lookup
    doppler secrets download
    doppler secrets get
    sops -d
    sops --decrypt
    sops decrypt
    ansible-vault view
    gpg --export-secret-keys
    gpg --export-secret-subkeys
    az keyvault secret show
    bw get password
    bw get item
    tmux show-environment
    docker compose config
    docker compose convert
    docker compose * config
    docker-compose config
    systemctl show-environment
    security find-generic-password
    security find-internet-password
    git credential fill
    heroku config
    heroku config:get
    npm config get *_authToken
    """
)
# With these, Compose says only what there is, or puts nothing in.
_ONLY_PARTS = frozenset(
    "-q --quiet --services --images --volumes --profiles --networks --models --no-interpolate --hash".split()
)
# With these, only the names of secrets are listed.
_ONLY_NAMES = frozenset(("name", "wide", "-oname", "-owide", "-o=name", "-o=wide", "--output=name", "--output=wide"))


def told_secret(command: Command) -> str | None:
    """Why a command is refused that makes a program print a secret; None for others."""
    found = matching(command, PRINTS)
    if found is None and _shows_variables(command):
        return f"`{command.name} inspect` prints the environment, and the secrets in it; {ONLY_THE_USER}"
    if found is not None and "compose" in found and _ONLY_PARTS.intersection(command.arguments):
        return None
    lists = command.name == "kubectl" and bool(_ONLY_NAMES.intersection(command.arguments))
    return f"`{found}` prints a secret; {ONLY_THE_USER}" if found and not lists else None


def _shows_variables(command: Command) -> bool:
    """Whether the variables of a container are asked for by their name, `.Config.Env`, or with all of its settings."""
    asked = [*command.arguments, *(command.feeds.arguments if command.feeds is not None else ())]
    is_inspected = command.name in ("docker", "podman", "nerdctl") and "inspect" in command.operands[:2]
    is_whole = command.operands[:1] == ["inspect"] or command.operands[:2] == ["container", "inspect"]
    is_whole = is_whole and command.feeds is None and not command.has("-f", "--format", "--type", "--help")
    return is_inspected and (is_whole or any(re.search(r"\bEnv\b", it) for it in asked))
