"""What is no secret stays as it is: digests, identities, public keys, and what programs write of them."""

from __future__ import annotations

import base64
from collections.abc import Callable

from tests.torture.lots import DIGITS, HEX, LOT, LOWER, OF_URLS, drawn, drawn_uuid

from hookwright.policies.redaction import redact

_WORDS = [
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "sha512-xYz0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1qR2sT3uV4wX5yZ6aB7cA==",
    "123e4567-e89b-12d3-a456-426614174000",
    "toolu_01A2B3C4D5E6F7G8H9J0K1L2",
    "npm_config_registry npm_lifecycle_event npm_package_version",
    "sk-learn scikit-learn task-management-application-server-side",
    "hf_transfer hf_hub_download_with_resume_and_progress",
    "pul-request key-value-store API-GATEWAY-V2 xai-studio ico-moon",
    "glsa glc_options pat.match sat.solver re_compile_pattern_with_flags",
    "s.startswith s.replaceAllOccurrencesOf v1.0-alpha1 1//0",
    "/usr/lib/python3/dist-packages/setuptools/_vendor/importlib_metadata/__init__.py",
    "https://example.com/path?q=search+terms&page=2#sig=1",
    "com.example.application.infrastructure.persistence.RepositoryImplementation",
    "2026-01-01T00:00:00.000Z ERROR [main] org.example.Main - request 12345678 took 35 ms",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "author: someone123 authority: example42 authored_by: me2you4 oauth2",
    "Content-Type: application/json; cookie policy: accept all of them",
    "mysql -u root -p db; docker run -p 8080:8080 image; ssh -p 2222 host; cp -a src1234567 dst",
    "compass: 12ab34cd56ef; bypass=abc123def456; keyboard: 1a2b3c4d5e6f",
    "access-control-allow-origin-and-credentials-for-development",
    "The password is asked for. Pass the token on. Authorization: see docs",
    "EAAAnExample LTAIwan AKCpress ASIAN AKIABC ghp_ glpat- hvs. xoxb-",
    "first pass: failed, second pass: succeeded, two-pass=enabled",
    "machine learning login page password reset",
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKx9Kq2LmZp0Rt7VbN4cYw8Hd3FgJs6Ae1Uo5iMnBv me@host",
]


def _base64(size: int) -> str:
    return base64.b64encode(LOT.randbytes(size)).decode()


def _wrapped(text: str, width: int) -> str:
    return "\n".join(text[it : it + width] for it in range(0, len(text), width))


def _certificate() -> str:
    body = _wrapped("MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa" + _base64(700), 64)
    return f"-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n"


# What is made by lot and no secret: identities, digests, public keys, pictures, and what programs write of them.
_MADE: list[Callable[[], str]] = [
    lambda: drawn(40, HEX),
    lambda: drawn(64, HEX),
    lambda: drawn(128, HEX),
    lambda: drawn(32, HEX),
    lambda: drawn(7, HEX) + ".." + drawn(7, HEX),
    drawn_uuid,
    lambda: f"commit {drawn(40, HEX)}\nMerge: {drawn(7, HEX)} {drawn(7, HEX)}\nAuthor: A <a@example.com>",
    lambda: "\n".join(f"{drawn(64, HEX)}  dist/file-{it}.tar.gz" for it in range(9)),
    lambda: f"index {drawn(7, HEX)}..{drawn(7, HEX)} 100644",
    lambda: f"{drawn(40, HEX)} refs/heads/main",
    lambda: f"sha512-{_base64(64)}",
    lambda: f"sha256-{_base64(32)}",
    lambda: f'"integrity": "sha512-{_base64(64)}",',
    lambda: f'"resolved": "https://registry.example.org/@a/b/-/b-1.0.0.tgz#{drawn(40, HEX)}",',
    lambda: f'checksum = "{drawn(64, HEX)}"',
    lambda: f"github.com/a/b v1.2.3 h1:{_base64(32)}",
    lambda: f"requests==2.32.3 --hash=sha256:{drawn(64, HEX)}",
    lambda: f"image: repo/app@sha256:{drawn(64, HEX)}",
    lambda: f"docker.io/library/app:20260101-{drawn(40, HEX)}",
    lambda: f"FROM node:22@sha256:{drawn(64, HEX)}",
    lambda: f"uses: actions/checkout@{drawn(40, HEX)} # v4",
    lambda: f"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA{_base64(900)}",
    lambda: f"data:font/woff2;base64,d09GMgABAAAAA{_base64(900)}",
    lambda: f"<img src='data:image/gif;base64,R0lGODlh{_base64(300)}'>",
    lambda: _wrapped(_base64(2000), 76),
    lambda: f"//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozL{_base64(600)}",
    _certificate,
    lambda: _certificate() * 3,
    lambda: f"client-certificate-data: {base64.b64encode(_certificate().encode()).decode()}",
    lambda: f"certificate-authority-data: {base64.b64encode(_certificate().encode()).decode()}",
    lambda: (
        "-----BEGIN PUBLIC KEY-----\n"
        f"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA{_base64(200)}\n-----END PUBLIC KEY-----"
    ),
    lambda: f"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC{_base64(300)} me@host",
    lambda: f"ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABB{_base64(60)} me@host",
    lambda: f"The key fingerprint is: SHA256:{_base64(32).rstrip('=')} me@host",
    lambda: f"traceparent: 00-{drawn(32, HEX)}-{drawn(16, HEX)}-01",
    lambda: f"x-request-id: {drawn_uuid()}",
    lambda: f'etag: W/"{drawn(27)}"',
    lambda: f"toolu_{drawn(24)} msg_{drawn(24)} chatcmpl-{drawn(29)} req_{drawn(24)}",
    lambda: f"arn:aws:iam::{drawn(12, DIGITS)}:role/deploy",
    lambda: f"arn:aws:logs:*:{drawn(12, DIGITS)}:log-group:main",
    lambda: f"i-{drawn(17, HEX)} sg-{drawn(17, HEX)} vpc-{drawn(17, HEX)}",
    lambda: f"projects/a/secrets/b/versions/{drawn(3, DIGITS)}",
    lambda: f"/subscriptions/{drawn_uuid()}/resourceGroups/main",
    lambda: f"https://example.com/{drawn_uuid()}/{drawn(40, HEX)}?v={drawn(10, DIGITS)}",
    lambda: f"https://cdn.example.com:8443/@scope/name@1.2.3/{drawn(20, HEX)}.js",
    lambda: f"chunk-{drawn(8)}.js main.{drawn(20, HEX)}.css index-{drawn(8, OF_URLS)}.mjs",
    lambda: f".css-{drawn(6, LOWER)}{{color:#{drawn(6, HEX)}}}._{drawn(5)}_{drawn(5)}_1{{}}",
    lambda: f'<path d="M{drawn(3, DIGITS)}.{drawn(2, DIGITS)}l-{drawn(2, DIGITS)} {drawn(2, DIGITS)}z"/>',
    lambda: f"cache-key: node-Linux-x64-npm-{drawn(64, HEX)}",
    lambda: f"cacheKey: '{drawn(64, HEX)}'",
    lambda: f"public_key: '{_base64(32)}'",
    lambda: f"primary_key = '{drawn_uuid()}'",
    lambda: f"Idempotency-Key: {drawn_uuid()}",
    lambda: f"0x{drawn(40, HEX)} 0x{drawn(64, HEX)}",
    lambda: f"{drawn(64, HEX)}\n{drawn(64, HEX)}\n{drawn(64, HEX)}\n{drawn(64, HEX)}\n{drawn(64, HEX)}",
    lambda: f"{drawn(18, DIGITS)} {drawn(19, DIGITS)}",
    lambda: f"ObjectId('{drawn(24, HEX)}')",
    lambda: f"nonce-{_base64(16)}",
    lambda: f"sha1:{drawn(40, HEX)} md5:{drawn(32, HEX)} crc32:{drawn(8, HEX)}",
    lambda: f"layer sha256:{drawn(64, HEX)}: Pull complete",
    lambda: f'flake.lock: narHash = "sha256-{_base64(32)}"',
    lambda: f"bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi {drawn(3, DIGITS)}",
]
_PLAIN = [
    "kind: ConfigMap\ndata:\n  greeting: open sesame please\n---\nkind: Service\nspec: {}\n",
    '{"kind": "ConfigMap", "data": {"greeting": "open sesame please"}}',
    "kind: SecretProviderClass\ndata:\n  greeting: open sesame please\n",
    "secretRef:\n  name: db-credentials\nenvFrom:\n- secretRef: {name: other}\n",
    "- name: DB_HOST\n  value: db.example.com\n- name: LEVEL\n  value: debug\n",
    "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: {name: db, key: password}\n",
    '{"name": "TOKEN_FILE", "value": "/run/secrets/token"}',
    "description: |\n  A long text of several words.\n  It says how tokens are made.\n",
    "run: |\n  npm ci\n  npm test -- --grep token\n",
    "token: |\n  not one\n  but some words\n",
    "password:\n  required: true\n  type: string\n",
    "root:*:0:0:System Administrator:/var/root:/bin/sh",
    "nobody:x:65534:65534:nobody:/:/usr/sbin/nologin",
    "Private-MAC is the last line of a PuTTY file; Private-Lines: see there",
    "-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----",
    "ssh://git@github.com:22/a/b http://localhost:8080/x@y git+ssh://git@host/a.git",
    "http://user@host/path mailto:me@example.com https://example.com/@me",
    "postgres://me@localhost:5432/db jdbc:postgresql://db:5432/main?user=me",
    "https://user:$PASSWORD@host https://user:${TOKEN}@host https://x:<token>@host",
    "<PasswordPolicy>strong</PasswordPolicy> <Key>logs/2026/file.txt</Key> <NextToken/>",
    "<input type='password' name='password' placeholder='Password'>",
    "function a(t,e){return t.token=e,t.key==e.key?t:{...t,token:null}}var n=e=>e.password;",
    '!function(e,t){"object"==typeof exports?module.exports=t():e.lib=t()}(this,(function(){return 1}));',
    "const sk_buttons = fw_helpers.sess-ion; live_pub_sub test_pub_key_name",
    "az webapp config access-restriction add --azsearch AzSearchClient AIoTDevice",
    "echo 123456789012345|grep -c x; ls | wc -l | sort -n",
    "JSON.parse(body).data.Secret; kind of a Secret, with data: none",
    "exp_average_squared_gradient_accumulator_of_the_model t1.created_at t1.updated_at",
    "?code=SPLxl0BIZQ&state=abc code=0 zip_code=12345",
    "session: abc; _session=1; phpsession=2",
    "function_key=F12 host_key_checking=no data-key=title server_key: main",
]


def test_there_are_many_harmless_texts() -> None:
    assert len(_WORDS) + len(_MADE) + len(_PLAIN) >= 100


def test_what_is_made_by_lot_and_public_stays() -> None:
    texts = [*_PLAIN, *(make() for make in _MADE for _ in range(5))]
    assert {it[:200]: redact(it)[:200] for it in texts if redact(it) != it} == {}


def test_what_is_no_secret_stays() -> None:
    assert [redact(it) for it in _WORDS] == _WORDS
