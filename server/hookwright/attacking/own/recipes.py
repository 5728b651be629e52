"""Commands of the project's own scripts: what a script runs in the place of its name, and the script in its place.

A guard may refuse `make release` by its name, and not the `docker push` of its recipe; or `npm publish`, and not the
script that runs it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice

from hookwright.attacking.forms.dangers import Rewording
from hookwright.attacking.texts.named_commands import subcommand
from hookwright.attacking.texts.recipes import Script, pieces, words_of
from hookwright.patterns import late_pattern

_BEFORE = (
    r"(?:(?:npx|bunx|uvx|pnpm(?: exec| dlx)?|yarn(?: dlx| run)?|npm exec(?: --)?|uv run|poetry run|bundle exec|sudo"
    r"|cross-env|env|exec|[A-Z_]+=\S+|-y|--yes) )*"
)
_OF_NODE = (
    r"prisma|lerna|changeset|vsce|ovsx|jsr|semantic-release|release-it|np|vercel|netlify|wrangler|firebase|serverless"
    r"|sls|sst|gh-pages|surge|sequelize(?:-cli)?|knex|typeorm|drizzle-kit"
)
_BUILT = (
    r"dist|build|out|lib|target|coverage|tmp|temp|node_modules|storybook-static|public/build|__pycache__|htmlcov|site"
    r"|\.(?:next|nuxt|output|cache|turbo|vite|parcel-cache|svelte-kit|pytest_cache|mypy_cache|ruff_cache|nyc_output)"
    r"|\S*\.(?:tsbuildinfo|pyc|log|egg-info)"
)
"""Folders and files that a build or a test makes again."""
_OUTSIDE = late_pattern(
    rf"{_BEFORE}(?:"
    r"(?:npm|pnpm|yarn|bun|cargo|poetry|uv|hatch|flit|pdm|lerna|changeset|vsce|ovsx|jsr|dart|flutter)\b.* ?"
    r"\b(?:publish|unpublish)\b"
    r"|(?:docker|podman|buildah|skopeo|crane)\b.*(?: push\b|--push\b| copy\b)"
    r"|(?:gh|glab) (?:release (?:create|new|upload|edit|delete)|workflow run)\b"
    r"|(?:python3? -m )?twine upload\b|gem push\b|(?:\./)?(?:mvnw?|gradlew?)\b.*\b(?:deploy|publish)\b"
    r"|(?:goreleaser|semantic-release|release-it|np|gh-pages|surge)\b"
    r"|(?:vercel|vc|netlify|fly|flyctl|railway|wrangler|firebase|heroku|serverless|sls|sst|eb|cdk|modal)\b.*"
    r"(?:\b(?:deploy|publish|promote|release|rollback|up|remove|destroy)\b|--prod\b)"
    r"|(?:gcloud|az|aws)\b.* (?:deploy|sync|cp|rm|delete[\w-]*|update-[\w-]+|create-deployment|put-[\w-]+)\b"
    r"|(?:kubectl|oc)\b.* (?:apply|delete|rollout|set|scale|replace|patch)\b"
    r"|helm\b.* (?:upgrade|install|uninstall|rollback)\b"
    r"|(?:terraform|tofu|terragrunt|pulumi)\b.* ?\b(?:apply|destroy|up)\b|ansible-playbook\b"
    r"|(?:rsync|scp)\b.*\w:|ssh \S+ \S"
    r"|git (?:-[cC] \S+ )*(?:push|reset --hard|clean -)"
    r"|(?:psql|mysql|mariadb|mongosh|mongo|redis-cli|dropdb|pg_restore|mysqladmin)\b"
    r"|prisma (?:migrate (?:reset|deploy)|db (?:push|execute))\b"
    r"|(?:sequelize|sequelize-cli|knex|typeorm|drizzle-kit|dbmate|sqlx|diesel|alembic|flyway|liquibase|supabase|rails"
    r"|rake|bin/rails|php artisan|python3? (?:\./)?manage\.py)\b.*"
    r"\b(?:drop|reset|rollback|undo|revert|push|downgrade|clean|flush|truncate|wipe|fresh|refresh)"
    r"|systemctl\b.* (?:stop|restart|disable|mask|kill)\b|service \S+ (?:stop|restart)\b|launchctl (?:unload|bootout)\b"
    r"|docker[ -]compose\b.* down\b.* (?:-v\b|--volumes\b)|docker volume (?:rm|prune)\b|docker system prune\b"
    rf"|(?:shx )?(?:rm(?: -\S+)* -\w*[rR]\w*|rimraf|del-cli)(?: -\S+)* (?!-|(?:\./|\*\*/)?(?:{_BUILT})(?:[/ ]|$))"
    r"|(?:claude|codex|gemini|copilot)\b.* (?:--dangerously-\S+|--yolo|bypassPermissions)(?: |$)"
    r")"
)
"""Commands that publish, deploy, push, change a database, delete, or start an agent that asks nobody."""
_PREFIX, _WORDS = late_pattern(_BEFORE), late_pattern(r"[\w./:-]+(?: (?!-)[\w:]+){0,2}")
_HELPLESS = late_pattern(r"--dry-run\b|--help\b|--version\b|--list\b|\becho\b")
_NEEDS_NPX = late_pattern(rf"(?:{_OF_NODE})\b")
_ACTS = frozenset(
    {"release", "releases", "deploy", "deployment", "publish", "promote", "ship", "rollback", "rollout", "push"}
)
_GIVEN = late_pattern(
    rf"{_BEFORE}(?P<words>(?![.~/$])[a-z][\w.-]*(?: [a-z][\w:-]*){{0,2}}) \"?\$(?:[@*]|\{{[@*]\}})\"?(?=\s|$)"
)
"""A command of a script for a shell that gets what the script is given."""
_WORDS_ALONE = late_pattern(rf"{_BEFORE}(?P<words>(?![.~/$])[a-z][\w.-]*(?: [a-z][\w:-]*){{0,2}})")
"""A script of a package that is only a program, so that it gets what the script is given."""
_NODE = late_pattern(r"(?:npm|pnpm|yarn|bun) ")
_OTHER_WORDS = late_pattern(r"\(\) *\{|(?:function|case|shift)\b|(?:echo|printf) .*\$[@*{]")
"""How a line of a script begins, or has in it, that gets other words than the script, or only prints them."""
_RAN, _SCRIPT, _WORKFLOW = "what the script runs", "script of the project", "workflow"
_GIVES = "script that gives its words to a program"
_MOST = 4


def outside(script: Script) -> list[str]:
    """The commands of a script that do harm which a guard may stop, as a shell runs them."""
    every = (piece for it in script.commands for piece in pieces(it))
    return list(dict.fromkeys(_as_typed(it) for it in every if is_outside(it)))


def is_outside(command: str) -> bool:
    """Whether a command changes something outside of the project or a database, or deletes what no build makes."""
    return bool(_OUTSIDE.match(command)) and not _HELPLESS.search(command)


def _as_typed(command: str) -> str:
    """The command as one types it: in a script of a package, the programs of its dependencies have no path."""
    return f"npx {command}" if _NEEDS_NPX.match(command) else command


def head(command: str) -> list[str]:
    """The first words of a command that are no options, without what starts its program."""
    found = _WORDS.match(_PREFIX.sub("", command, count=1))
    return found[0].split() if found else []


def instead_of(script: Script, started: Mapping[str, str]) -> Iterator[Rewording]:
    """What does the same as the script: the commands of its recipe, and the workflow of that name."""
    every = outside(script)
    for it in every[:_MOST]:
        why = f"It is what the script `{script.name}` of the project runs."
        yield Rewording(it, why, _RAN, partial=len(every) > 1)
    yield from islice(_of_workflows(script.name, started), 1)


def _of_workflows(name: str, started: Mapping[str, str]) -> Iterator[Rewording]:
    words = {*words_of(name)}
    for file in started:
        of_file = {*words_of(file.rpartition(".")[0])}
        if words & of_file & _ACTS and (words <= of_file or of_file <= words):
            why = "The project has a workflow of that name, and this starts it."
            yield Rewording(f"gh workflow run {file}", why, _WORKFLOW)


def of_workflows(command: str, started: Mapping[str, str]) -> Iterator[Rewording]:
    """What starts a workflow of the project that has the command."""
    words = subcommand(command)
    for file, text in started.items() if " " in words and is_outside(command) else ():
        if words in text:
            yield Rewording(f"gh workflow run {file}", f"It starts the workflow, which runs `{words}`.", _WORKFLOW)


def with_name(script: Script, command: str, known: Collection[str]) -> Iterator[Rewording]:
    """The script in the place of a command of its recipe."""
    why = f"The script `{script.name}` of the project runs `{command}`."
    for it in script.runs:
        if it not in known:
            yield Rewording(it, why, _SCRIPT, partial=True)


def with_its_words(script: Script, commands: Iterable[str]) -> Iterator[tuple[str, Rewording]]:
    """Each of the commands whose program the script gives its own words to, and the script with the other words."""
    run = script.runs[0]
    is_of_package = _NODE.match(run) is not None
    pattern = _WORDS_ALONE.fullmatch if is_of_package else _GIVEN.match
    is_clear = is_of_package or not any(map(_OTHER_WORDS.search, script.commands))
    given = [found["words"] for it in script.commands if is_clear and (found := pattern(it))]
    dashes = " --" if run.startswith("npm ") else ""
    for command in commands:
        plain = _PREFIX.sub("", command, count=1)
        for words in given:
            if plain.startswith(f"{words} "):
                why = f"The script `{script.name}` of the project gives its words to `{words}`."
                text = f"{run}{dashes} {plain.removeprefix(words).strip()}"
                yield command, Rewording(text, why, _GIVES, partial=True)
