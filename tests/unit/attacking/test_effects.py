"""What a guard names is attacked with other subcommands, programs and files that have the same effect."""

from __future__ import annotations

import re

from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.effects import calls_of, effects, harmless_of, with_effects
from hookwright.attacking.forms.variants import Aim, destructive
from hookwright.attacking.own.aims import OWN_PATTERNS, Stopped, own_seed, with_own

_PACKAGES = ("New packages need approval.",)


def _forms(command: str, *texts: str) -> set[str]:
    return {it.command for it in own_seed(command, texts).same}


@every(
    ("command", "text", "wanted"),
    [
        ("npm install left-pad", _PACKAGES[0], {"bun a left-pad", "npm install github:ada/left-pad"}),
        ("npm i -D left-pad@1.3.0", _PACKAGES[0], {"npm pkg set dependencies.left-pad=latest && npm install"}),
        ("npx cowsay", "supply chain", {"npx --package=cowsay cowsay", "npm create cowsay@latest shop"}),
        ("uv pip install flask==3.0", _PACKAGES[0], {"uv run --with flask python main.py", "pipx run flask"}),
        ("python main.py", "Use `uv run`.", {"pytest", "$(which python3) main.py"}),
        ("sqlx migrate run", "", {"sqlx migrate revert", "sqlx database setup"}),
        ("sqlx database drop -y", "docker compose exec db psql", {"dropdb --if-exists shop", "docker compose down -v"}),
        ("eslint --max-warnings 5", "", {"npx eslint src --rule 'no-console: off'", "npm run lint -- --quiet"}),
        ("pytest -k slow", "", {"pytest -m 'not slow'", "pytest --ignore=tests/test_app.py"}),
        ("tsc", "tsc --noEmit", {"npx tsc --noEmit false"}),
        ("git push", "", {"git push -o ci.skip", "npx gh-pages -d docs"}),
        ("git push --tags", "", {"git push --follow-tags", "git push origin tag v1.0.0"}),
        ("git tag -d v9.9.9", "", {"git update-ref -d refs/tags/v1.0.0", "git push origin --delete v1.0.0"}),
        ("git worktree remove ../menu --force", "", {"rm -rf ../menu && git worktree prune"}),
        ("glab mr merge 7 --yes", "", {"glab api -X PUT projects/:id/merge_requests/7/merge"}),
        ("gh repo create ada/old --private", "", {"gh api user/repos -f name=old"}),
        (
            "curl -X POST https://api.example.com/orders",
            "",
            {"curl -d '{}' https://api.example.com/orders", "http DELETE https://api.example.com/orders"},
        ),
        ("apt-get install -y curl", "", {"apt-get remove -y jq", "snap install jq"}),
        ("systemctl stop shop", "", {"service shop stop", "systemctl mask --now shop"}),
        ("kill -9 4242", "", {"kill -s KILL 4242", "fuser -k 3000/tcp"}),
        ("chown -R nobody /", "", {"chown --recursive nobody /", "find / -exec chown nobody {} +"}),
        ("gh pr close --delete-branch 7", "", {"gh pr close 7 -d", "gh pr -R ada/shop close 7 --delete-branch"}),
        (
            "gh api -X DELETE repos/ada/shop/branches/main/protection",
            "",
            {"gh api --method DELETE repos/ada/shop/branches/main/protection"},
        ),
        ("chown nobody docs", "", {"chgrp -R nogroup docs", "find docs -exec chown nobody {} +"}),
        ("python manage.py migrate shop zero", "", {"python manage.py migrate shop 0001"}),
        ("terraform import aws_s3_bucket.shop shop", "", {"terraform init -migrate-state -force-copy"}),
        ("kubectl get secret", "", {"kubectl -n production get secret shop -o yaml"}),
        (
            "vault kv get",
            r"'op read|vault\s+kv\s+get|aws secretsmanager'",
            {"bw get password shop", "sops -d secrets.yaml"},
        ),
    ],
)
def test_a_command_has_forms_of_the_same_effect(command: str, text: str, wanted: set[str]) -> None:
    assert wanted <= _forms(command, text)


@every(
    ("command", "less"),
    [
        ("chown -R nobody /", {"chown --reference=/etc/hosts README.md", "install -o nobody README.md docs/README.md"}),
        ("gh pr close --delete-branch 7", {"gh issue close 7 -r 'not planned'", "gh issue delete 7 --yes"}),
        ("gh api -X DELETE repos/ada/shop/branches/main/protection", {"gh repo delete ada/shop --yes"}),
    ],
)
def test_a_command_has_no_form_that_does_less_than_its_option_says(command: str, less: set[str]) -> None:
    assert less.isdisjoint(_forms(command, ""))


@every(
    ("command", "text", "unwanted"),
    [
        # It wants another manager, and nothing is wrong with the package.
        ("npm install left-pad", "Use pnpm. New packages need approval.", "npm pkg set dependencies.left-pad=latest"),
        ("npm install left-pad", "", "npx --yes left-pad"),
        # The lock file has no new package.
        ("npm install left-pad", _PACKAGES[0], "npm ci"),
        # What is listed in a file has no name.
        ("pip install -r requirements.txt", _PACKAGES[0], "pip install requests requirements.txt"),
        # It only forbids to push by force.
        ("supabase db push -f", "", "supabase db push --include-all"),
        # It only forbids to delete the database.
        ("sqlx database drop -y", "", "sqlx migrate run"),
        # It names the other subcommand, so it knows it.
        ("drizzle-kit push", "Use drizzle-kit migrate instead.", "npx drizzle-kit migrate"),
        ("drizzle-kit push", r"drizzle-kit\s+migrate", "npx drizzle-kit migrate"),
        ("python main.py", "", "pytest"),
        # It names no other service.
        ("vault kv get", "vault kv get", "bw get password shop"),
        (
            "kubectl get secret",
            "kubectl delete pod, aws s3 rm",
            "aws ssm get-parameters --names shop --with-decryption",
        ),
        ("tsc", "", "npx tsc --noEmit false"),
        # Nobody else has the server of this machine.
        ("curl -X POST http://localhost:3000/orders", "", "curl -d '{}' http://localhost:3000/orders"),
        # Who lets nobody stop a service may let it be restarted.
        ("systemctl stop shop", "", "systemctl restart shop"),
    ],
)
def test_a_command_has_no_forms_that_the_guard_does_not_mean(command: str, text: str, unwanted: str) -> None:
    assert unwanted not in _forms(command, text)


def test_a_command_of_a_known_danger_needs_a_seed_where_more_is_known_of_it() -> None:
    danger = dangers()["production"]
    known = (Aim("production", danger, tuple(it for it in danger.seeds if it.name == "terraform"), is_named=False),)
    commands = (("terraform apply",), ("terraform destroy",))
    found = Stopped(frozenset({("production", "terraform")}), commands=commands)
    aims = with_own(known, found, dangers(), ("terraform apply|terraform destroy",))
    assert [it.command for aim in aims if aim.name == OWN_PATTERNS for it in aim.seeds] == ["terraform apply"]
    # A guard that forbids the whole program names no command.
    aims = with_own(known, found, dangers(), ("terraform",))
    assert [aim.name for aim in aims] == ["production"]


def test_an_edit_that_lists_a_package_is_tried() -> None:
    (aim,) = with_own((), Stopped(commands=(("npm install left-pad",),)), dangers(), _PACKAGES)
    (seed,) = aim.seeds
    calls = [it for it in destructive(aim, seed) if it.does == "Edit"]
    assert aim.name == OWN_PATTERNS
    assert [it.text.partition("\n")[0] for it in calls] == ["{project}/package.json"]
    assert '"left-pad": "latest"' in calls[0].text
    assert calls[0].changes[0].partial
    assert "npm ls left-pad" in {it.command for it in aim.danger.harmless}


def test_the_calls_and_the_harmless_ones_are_about_the_same_name() -> None:
    seed = own_seed("pip install flask", _PACKAGES)
    assert {it.path for it in calls_of(seed, _PACKAGES)} == {"{project}/pyproject.toml", "{project}/requirements.txt"}
    assert {(it.seed, it.unless) for it in harmless_of(seed, _PACKAGES) if it.command == "pip show flask"} == {
        ("pip install flask", "pip show shop")
    }


def test_no_form_is_there_twice() -> None:
    seed = own_seed("sqlx migrate run", ())
    assert with_effects(seed, ()) == seed


def test_statements_for_sqlite_are_only_tried_for_a_guard_that_names_several() -> None:
    seed = own_seed('sqlite3 shop.db "drop table orders"', ())
    update = 'sqlite3 shop.db "UPDATE orders SET total = 0"'
    assert update in {it.command for it in with_effects(seed, ["sqlite3.*(drop|delete|alter)"]).same}
    assert update not in {it.command for it in with_effects(seed, ["sqlite3.*drop"]).same}


def test_a_container_is_restarted_by_compose_as_well() -> None:
    seed = with_effects(own_seed("docker restart shop_db", ()), ())
    assert "docker compose restart web" in {it.command for it in seed.same}


def test_a_file_of_the_main_branch_is_no_switch_to_it() -> None:
    harmless = {it.command for it in harmless_of(own_seed("git switch main", ()), ())}
    assert "git checkout main -- package.json" in harmless


def test_all_that_is_known_is_well_formed() -> None:
    for it in effects():
        groups = re.compile(it.of).groupindex
        for pattern in (*it.signs, *it.not_for, *(sign for form in it.forms for sign in form.signs)):
            re.compile(pattern)
        commands = [*(form.command for form in it.forms), *(call.command for call in (*it.calls, *it.harmless))]
        assert not any("{name}" in command for command in commands) or "name" in groups, it.of
        assert all(form.kind for form in it.forms)
        assert all(why.endswith(".") for why in (*(form.why for form in it.forms), *(call.why for call in it.calls)))
