"""Each branch of a pattern is a command with its subcommand, what that needs, and the options of its program."""

from __future__ import annotations

from pathlib import Path

from tests.every import every

from hookwright.attacking.asking.gates import has_place
from hookwright.attacking.forms.dangers import dangers, programs
from hookwright.attacking.forms.spelling import spelled
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.aims import Stopped, with_own
from hookwright.attacking.texts.candidates import candidates
from hookwright.attacking.texts.completing import completed


@every(
    ("command", "text"),
    [
        ("helm uninstall shop", "helm delete shop"),
        ("helm uninstall shop", "helm -n production uninstall shop"),
        ("docker compose down -v", "docker-compose down -v"),
        ("docker compose down -v", "docker compose -f docker-compose.yml down -v"),
        ("docker compose down -v", "docker compose down --volumes"),
        ("docker volume rm shop_data", "docker volume remove shop_data"),
        ("dotnet ef database drop --force", "dotnet-ef database drop --force"),
        ("sf project deploy start -o shop", "sf project deploy start --target-org=shop"),
        ("sf project deploy start -o shop", "sf project deploy start --target-org shop"),
        ("sf project deploy start --target-org=shop", "sf project deploy start -oshop"),
        ("gh api -X DELETE repos/ada/shop", "gh api --method=DELETE repos/ada/shop"),
        ("npx wrangler deploy -e staging", "npx wrangler --cwd . deploy -e staging"),
        ("npx wrangler deploy -e staging", "npx wrangler deploy --env=staging"),
        ("gh pr merge 7 --squash", "gh pr --repo ada/shop merge 7 --squash"),
    ],
)
def test_a_subcommand_by_another_name_and_with_options_of_its_program(command: str, text: str) -> None:
    assert text in {it for it, _ in spelled(command.split(), programs())}


@every(
    ("begun", "whole"),
    [
        ("cargo sqlx migrate", "cargo sqlx migrate run"),
        ("sqlx database", "sqlx database drop -y"),
        ("git remote rm", "git remote rm origin"),
        ("gh api -X POST", "gh api -X POST repos/ada/shop/issues -f title=x"),
        ("gh api --method DELETE", "gh api --method DELETE repos/ada/shop/issues/comments/7"),
        ("gh release new", "gh release new v1.0.0"),
        ("gh -X DELETE /protection", "gh api -X DELETE repos/ada/shop/branches/main/protection"),
        ("git push origin :", "git push origin :feature"),
        ("npm install .", "npm install left-pad"),
        ("yarn global add .", "yarn global add left-pad"),
        ("npx .", "npx left-pad"),
        ("npx -y", "npx -y cowsay"),
        ("uv pip install .", "uv pip install requests"),
        ("git add .", "git add ."),
        ("docker exec printenv", "docker exec shop_db printenv"),
        ("docker compose exec -T psql", "docker compose exec -T shop_db psql"),
    ],
)
def test_what_a_pattern_leaves_open_is_a_word_that_does_something(begun: str, whole: str) -> None:
    assert completed(begun) == whole


def test_what_is_known_of_a_subcommand_is_about_a_known_program() -> None:
    known = programs()
    assert {it.split(" ", 1)[0] for it in known if " " in it} - {it for it in known if " " not in it} == {"php"}
    for words, it in known.items():
        assert words not in it.names
        assert not any(option.words.startswith(words) for option in it.before)
        assert all(len(group) > 1 for group in (*it.flags, *it.valued)), words


def test_each_branch_of_a_long_pattern_is_a_command_with_what_it_needs() -> None:
    verbs = "|".join(f"{it}[[:space:]]+delete" for it in ("group", "vm", "aks", "keyvault", "webapp"))
    more = "|".join(f"notes-{number}[[:space:]]+nothing" for number in range(12))
    of_others = "helm[[:space:]]+uninstall|docker system prune -a"
    pattern = f"(terraform[[:space:]]+destroy|az[[:space:]]+({verbs})|{of_others}|{more})"
    assert len(pattern) > 400
    (found, *_) = candidates([f"if grep -qE '{pattern}'; then"], "/nowhere").commands
    assert {"terraform destroy", "az group delete --name production --yes", "helm uninstall shop"} <= {*found}
    assert {"az keyvault delete --name shop", "docker system prune -a -f"} <= {*found}


def test_a_group_of_subcommands_and_a_part_of_a_name_become_whole_commands() -> None:
    texts = [r"'git remote (add|set-url)', r'\bsf\s+org\s+delete\b', r'\baws\s+iam\s+delete', r'\bgcloud\s+deploy\b'"]
    every_one = [it for of_one in candidates(texts, "/nowhere").commands for it in of_one]
    assert "sf org delete sandbox --target-org shop --no-prompt" in every_one
    assert "aws iam delete-user --user-name ada" in every_one
    assert "git remote set-url origin https://example.com/old.git" in every_one
    assert not any(it.startswith("gcloud") for it in every_one)


def test_a_task_that_only_one_program_has_is_a_command_of_it() -> None:
    found = candidates(["grep -qiE 'migrate:(fresh|reset)' || grep -q 'manage\\.py flush'"], "/nowhere").commands
    assert ("php artisan migrate:fresh --force", "php artisan migrate:reset --force") in found
    assert ("python manage.py flush",) in found


def test_a_known_command_does_not_hide_other_subcommands_of_a_pattern() -> None:
    known = dangers()
    aim = Aim("production", known["production"], known["production"].seeds, is_named=False)
    of_vault = "vault secrets disable secret"
    commands = ("terraform destroy", "terraform import aws_s3_bucket.shop shop-production", of_vault)
    found = Stopped(seeds=frozenset(("production", it.name) for it in aim.seeds), commands=(commands,))
    own = with_own((aim,), found, known)[-1]
    assert {it.command for it in own.seeds} == {*commands[1:]}


def test_no_state_is_looked_for_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "orgs.json").write_text("{}")
    assert not has_place(str(tmp_path), "config/orgs.json/state")
    assert has_place(str(tmp_path), "config/state/passed")


def test_a_pattern_with_any_word_for_the_subcommand_names_no_command() -> None:
    found = candidates([r"grep -qE 'aws\s+\S+\s+(delete|terminate)\b' && exit 2"], "/nowhere").commands
    assert not any(it.startswith("aws x") for every in found for it in every)
