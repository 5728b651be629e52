"""What a guard takes for production is looked for in its texts, and in the settings that it reads."""

from __future__ import annotations

from pathlib import Path

from tests.every import every

from hookwright.attacking.own.production_hosts import in_settings, named


@every(
    ("text", "hosts"),
    [
        ("case $url in *.rlwy.net*) exit 2 ;; esac", ["db.rlwy.net"]),
        (r"if (/\.neon\.tech/.test(url)) process.exit(2)", ["db.neon.tech"]),
        ("# see https://docs.github.com/hooks", []),
    ],
)
def test_domains_that_a_guard_names_are_those_of_machines(text: str, hosts: list[str]) -> None:
    assert named((text,)) == hosts


@every(
    ("settings", "hosts"),
    [
        ("deploy:\n  project_id: shop-prod\n  region: eu-west\n", ["db.shop-prod.example.net"]),
        ("deploy:\n  production_url: https://shop.example.com/\n", ["shop.example.com"]),
        ('{\n  "prodProject": "shop-4711",\n  "name": "shop"\n}\n', ["db.shop-4711.example.net"]),
        ("# production\nname: shop\nproduct page\n", []),
        ("rules:\n  forbidden_in_production:\n    - prisma db push\n", []),
    ],
)
def test_settings_that_a_guard_reads_name_what_is_production(settings: str, hosts: list[str], tmp_path: Path) -> None:
    (tmp_path / "project.yaml").write_text(settings)
    assert in_settings(("const file = path.join(dir, 'project.yaml')",), str(tmp_path)) == hosts
    assert in_settings(("const file = 'other.yaml'",), str(tmp_path)) == []
