"""Which texts hold a secret, and which only look like it."""

from __future__ import annotations

import pytest

from hookwright.policies.secrets import CONTEXT_FORMS, secrets_in

_RANDOM = "x9Kq2LmZp0Rt7VbN4cYw8Hd3FgJs6Ae1Uo5i"
_BODY = "MIIEpAIBAAKCAQEAabcdefghijklmnopqrstuvwxyz"

# What the secret is, the text, and the secret in it.
_SECRETS = [
    (
        "GitHub token",
        "TOKEN=ghp_0123456789abcdefghijklmnopqrstuvwxyz curl -H x",
        "ghp_0123456789abcdefghijklmnopqrstuvwxyz",
    ),
    ("GitHub token", f"git clone x gho_{_RANDOM}", f"gho_{_RANDOM}"),
    ("GitHub token", f"'github_pat_11ABCDE_{_RANDOM}'", f"github_pat_11ABCDE_{_RANDOM}"),
    ("GitLab token", "PRIVATE-TOKEN=glpat-AbCdEf-0123456789xyz", "glpat-AbCdEf-0123456789xyz"),
    ("AWS access key", "id AKIAQ4X7T2M9P1WZ3R5B.", "AKIAQ4X7T2M9P1WZ3R5B"),
    ("Slack token", "xoxb-123456789012-abcdefGHIJ", "xoxb-123456789012-abcdefGHIJ"),
    (
        "Slack webhook",
        "curl https://hooks.slack.com/services/T00000000/B00000000/x9Kq2LmZp0Rt7VbN",
        "T00000000/B00000000/x9Kq2LmZp0Rt7VbN",
    ),
    ("Anthropic key", f"sk-ant-api03-{_RANDOM}", f"sk-ant-api03-{_RANDOM}"),
    ("OpenAI key", f"sk-{_RANDOM}", f"sk-{_RANDOM}"),
    ("OpenAI key", "sk-proj-abcdefgh_ijklmnop-1234", "sk-proj-abcdefgh_ijklmnop-1234"),
    ("Google key", "?q=AIzaSyA1234567890abcdefghijklmnopqrstuvw&x", "AIzaSyA1234567890abcdefghijklmnopqrstuvw"),
    ("Stripe key", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"),
    ("npm token", "npm_x9Kq2LmZp0Rt7VbN4cYw8Hd3FgJs6Ae1Uo5i", "npm_x9Kq2LmZp0Rt7VbN4cYw8Hd3FgJs6Ae1Uo5i"),
    ("PyPI token", f"pypi-AgEIcHlwaS5vcmc{_RANDOM}", f"pypi-AgEIcHlwaS5vcmc{_RANDOM}"),
    ("Hugging Face token", f"hf_{_RANDOM}", f"hf_{_RANDOM}"),
    ("SendGrid key", f"SG.x9Kq2LmZp0Rt7VbN4cYw8H.{_RANDOM}", f"SG.x9Kq2LmZp0Rt7VbN4cYw8H.{_RANDOM}"),
    (
        "JSON web token",
        "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123 back",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123",
    ),
    (
        "private key",
        f"-----BEGIN RSA PRIVATE KEY-----\n{_BODY}\n-----END RSA PRIVATE KEY-----\nrest",
        f"-----BEGIN RSA PRIVATE KEY-----\n{_BODY}\n-----END RSA PRIVATE KEY-----",
    ),
    ("private key", f'"-----BEGIN PRIVATE KEY-----\\n{_BODY}', f"-----BEGIN PRIVATE KEY-----\\n{_BODY}"),
    ("authorization header", "curl -H 'Authorization: Bearer abc123def456' x", "abc123def456"),
    ("authorization header", '{"authorization": "Basic dXNlcjpwYXNz"}', "dXNlcjpwYXNz"),
    ("bearer token", "sent bearer abcdefghijklmnop1234", "abcdefghijklmnop1234"),
    ("password in a URL", "https://user:hunter2@example.com/x", "hunter2"),
    ("password in a URL", "redis://:secretpw@host", "secretpw"),
    ("password on a command line", "curl -s -u me:s3cret https://x", "s3cret"),
    ("password on a command line", "sshpass -p s3cret ssh me@host", "s3cret"),
    ("cookie", "curl -b x -H 'Cookie: session=abc123def456' y", "session=abc123def456"),
    ("signature in a URL", "https://x/y?a=b&sig=abcdefghij0123456789%3D&c", "abcdefghij0123456789%3D"),
    ("password in .netrc", "machine x.com login me password s3cret", "s3cret"),
    ("value of `PGPASSWORD`", "PGPASSWORD=letmein psql", "letmein"),
    ("value of `DB_PASS`", "DB_PASS=letmein ./run", "letmein"),
    ("value of `GITHUB_TOKEN_PROD`", "export GITHUB_TOKEN_PROD=abcd1234efgh; x", "abcd1234efgh"),
    ("value of `DB_PASSWORD`", "DB_PASSWORD=letmein ./run", "letmein"),
    ("value of `password`", "password: hunter2", "hunter2"),
    ("value of `password`", '{"password": "correct horse battery"}', "correct horse battery"),
    ("value of `api_key`", r"{\"api_key\": \"a8f5f167f44f4964e6c998dee827110c\"}", "a8f5f167f44f4964e6c998dee827110c"),
    ("value of `clientSecret`", "clientSecret: 'x9Kq2LmZp0'", "x9Kq2LmZp0"),
    ("value of `token`", "tool --token=abc123def456", "abc123def456"),
    ("value of `password`", "mysql --password hunter22 db", "hunter22"),
    ("value of `aws_secret_access_key`", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI/K7MDENG"),
    ("token in a URL", "git clone https://a1b2c3d4e5f6a7b8c9d0e1f2@example.org/x", "a1b2c3d4e5f6a7b8c9d0e1f2"),
    ("password hash", "me:$apr1$Qw8fP2xS$1kT9vJmZ0aRbLcXyEuN4d/", "$apr1$Qw8fP2xS$1kT9vJmZ0aRbLcXyEuN4d/"),
    ("password in SQL", "CREATE USER me IDENTIFIED BY 'letmein'", "letmein"),
    ("password in SQL", "ALTER ROLE me WITH PASSWORD 'letmein'", "letmein"),
    ("password in PowerShell", "ConvertTo-SecureString 'letmein' -AsPlainText", "letmein"),
    ("value of `password`", "<password>letmein</password>", "letmein"),
    ("value of a variable", "setenv DB_PASSWORD letmein", "letmein"),
    (
        "encrypted web token",
        "eyJhbGciOiJkaXIifQ..aaaabbbbccccdddd.eeee.ffffgggghhhhiiii",
        "eyJhbGciOiJkaXIifQ..aaaabbbbccccdddd.eeee.ffffgggghhhhiiii",
    ),
    ("password in .pgpass", "db:5432:main:me:letmein", "letmein"),
    ("key of a function", f"https://a/api/f?code={_RANDOM}abcdef==&b", f"{_RANDOM}abcdef=="),
    ("session cookie", f"_gitlab_session={_RANDOM}", _RANDOM),
    ("Facebook token", "123456789012345|abcdefghijklmnopqrstuvwxyz0", "abcdefghijklmnopqrstuvwxyz0"),
    ("password in a URL", "https://user:p@ss$w@rd@example.com/x@y", "p@ss$w@rd"),
    ("value of `SecretAccessKey`", "<SecretAccessKey>wJalrXUtnFEMI/K7MDENG</SecretAccessKey>", "wJalrXUtnFEMI/K7MDENG"),
    ("value of `client-key-data`", "client-key-data: a1b2c3d4e5f6", "a1b2c3d4e5f6"),
    ("value of `password`", "- password: |\n    correct horse\n  user: me", "correct horse"),
    ("value of a Kubernetes secret", "kind: Secret\nstringData:\n  a: open sesame\n", "open sesame"),
    ("private key", "AAAAbbbb\n-----END PRIVATE KEY-----", "AAAAbbbb\n"),
    ("network key", 'psk="letmein12"', "letmein12"),
    ("password on a command line", "zip -P letmein a.zip b", "letmein"),
    ("value of `SECRET_KEY`", "os.environ['SECRET_KEY'] = 'a1b2c3d4e5'", "a1b2c3d4e5"),
    ("value of `API_TOKEN`", "İ env: API_TOKEN=abc123def456", "abc123def456"),
]

_NONE = [
    "TOKEN=$GITHUB_TOKEN",
    "TOKEN=${TOKEN:-none}",
    "token: ${{ secrets.TOKEN }}",
    'TOKEN="$(gh auth token)"',
    "Authorization: Bearer $TOKEN",
    "https://user:${PASSWORD}@host",
    '"max_tokens": 4096, "input_tokens": 12345678',
    "API_TOKEN=12345678901",
    "password: null",
    "token=main",
    "key: qwerty123456",
    "keyboard: qwerty123",
    "monkey=banana123",
    "author: someone123",
    "secret_name: my-secret-1",
    "TOKEN_FILE=/run/secrets/token1",
    "PASSWORD=/run/secrets/db",
    "public_key=AAAAB3NzaC1yc2E1",
    "const token = process.env.GITHUB_TOKEN1",
    "token = get_token2_from_env()",
    "the token abc123def456 was used",
    "Bearer of bad news",
    "git@github.com:owner/repo.git",
    "http://localhost:8080/a@b",
    "docker run -u 1000:1000 image",
    "echo $1$name$2",
    "https://docs.example.org/a1b2c3d4e5f6a7b8c9d0e1f2@latest",
    "<token>your</token>",
    "task-management-application-server",
    "grep -n 'BEGIN PRIVATE KEY' file",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "toolu_01A2B3C4D5E6F7",
]


@pytest.mark.parametrize(("what", "text", "secret"), _SECRETS)
def test_a_secret_is_found_where_it_stands(what: str, text: str, secret: str) -> None:
    assert [(it.what, text[it.start : it.end]) for it in secrets_in(text)] == [(what, secret)]


@pytest.mark.parametrize("text", _NONE)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert secrets_in(text) == ()


def test_every_form_with_a_context_is_tried_here() -> None:
    assert {it.what for it in CONTEXT_FORMS} <= {what for what, _, _ in _SECRETS}


def test_several_in_one_text_stand_in_their_order() -> None:
    text = "b=xoxb-123456789012-abcdefGHIJ https://u:pw@h DB_PASSWORD=letmein"
    assert [text[it.start : it.end] for it in secrets_in(text)] == ["xoxb-123456789012-abcdefGHIJ", "pw", "letmein"]
