"""Refuses to publish packages, images and releases, and to deploy.

It cannot see what a script publishes, such as `npm run release` and `make publish`, nor what a server publishes when a
tag is pushed.
"""

from __future__ import annotations

import re

from shell_reader import Command
from shell_reader.late import late_pattern

from .places import Places
from .saying import ONLY_THE_USER
from .subcommands import matching, table

PUBLISHES = table(
    """
    npm publish
    npm publis
    npm publi
    npm publ
    npm pub
    npm unpublish
    npm deprecate
    npm dist-tag add
    yarn publish
    yarn npm publish
    yarn workspace * publish
    yarn workspace * npm publish
    pnpm publish
    bun publish
    lerna publish
    changeset publish
    semantic-release
    np
    jsr publish
    deno publish
    vsce publish
    ovsx publish
    twine upload
    uv publish
    poetry publish
    flit publish
    maturin publish
    hatch publish
    pdm publish
    cargo publish
    cargo +* publish
    cargo yank
    cargo release
    setup.py upload
    setup.py * upload
    rake release
    dart pub publish
    flutter pub publish
    anaconda upload
    eas submit
    gem push
    gem yank
    docker push
    docker image push
    docker manifest push
    docker build --push
    docker buildx build --push
    podman push
    buildah push
    skopeo copy
    helm push
    gh release create
    gh release upload
    gh release edit
    glab release create
    goreleaser release
    mvn deploy
    gradle publish*
    gradlew publish*
    dotnet nuget push
    nuget push
    pod trunk push
    mix hex.publish
    vercel --prod
    vercel deploy --prod
    vercel --target=production
    vercel deploy --target=production
    vercel promote
    vercel redeploy
    vercel rollback
    vc --prod
    vc deploy --prod
    vc --target=production
    vc deploy --target=production
    railway up
    railway deploy
    railway redeploy
    heroku container:release
    wrangler pages deploy
    wrangler versions deploy
    gcloud run deploy
    docker compose push
    docker-compose push
    crane push
    gh-pages
    gh release new
    gh workflow run deploy*
    gh workflow run release*
    gh workflow run publish*
    git push heroku
    netlify deploy --prod
    netlify deploy -p
    firebase deploy
    wrangler deploy
    wrangler publish
    flyctl deploy
    fly deploy
    eb deploy
    gcloud app deploy
    serverless deploy
    cdk deploy
    """
)
# What puts files or programs where an argument says.
_PUTS = table(
    """
    aws s3 sync
    aws s3 cp
    aws s3 mv
    gsutil cp
    gsutil rsync
    gcloud storage cp
    gcloud storage rsync
    rclone sync
    rclone copy
    kubectl apply
    kubectl rollout restart
    kubectl rollout undo
    kubectl set
    kubectl create
    kubectl replace
    kubectl patch
    helm upgrade
    helm install
    docker stack deploy
    rsync
    scp
    """
)
_PRODUCTION = late_pattern(r"(?:\A|[^a-z])(?:prod|production|live|www)(?:\Z|[^a-z])", re.IGNORECASE)
_ADDRESSES = late_pattern(
    r"https://(?:registry\.npmjs\.org|upload\.pypi\.org|crates\.io/api|rubygems\.org/api)/"
    r"|(?:https://api\.github\.com)?/?repos/[^/]+/[^/]+/(?:releases\b|actions/workflows/[^/]*(?:deploy|release|publish)[^/]*/dispatches)"
)
_SENDS = tuple("-T -d -f -F --data --data-binary --form --upload-file --json --field --raw-field --input".split())
_METHOD = late_pattern(r"(?:-X|--method=|--request=)?(?:PUT|POST|PATCH|DELETE)\Z")


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    found = matching(command, PUBLISHES) or _request(command) or _to_production(command)
    if found is None or command.has("--dry-run", "--help") or "-h" in command.arguments:
        return None
    return f"`{found}` publishes, which cannot be taken back; {ONLY_THE_USER}"


def _request(command: Command) -> str | None:
    """What a command calls to send a package or a release to a server; None if it does not."""
    words = command.arguments
    if command.name not in ("curl", "gh") or not any(map(_ADDRESSES.match, words)):
        return None
    sends = command.has(*_SENDS) or any(_METHOD.match(it) for it in words)
    return " ".join([command.name, *words[: command.name == "gh"]]) if sends else None


def _to_production(command: Command) -> str | None:
    """What a command puts into production, by the name of the place."""
    found = matching(command, _PUTS)
    if found is None or "view-last-applied" in command.arguments:
        return None
    copies = command.name not in ("kubectl", "helm", "docker")
    places = [it for it in command.operands[-1:] if ":" in it] if copies else command.arguments
    return found if any(map(_PRODUCTION.search, places)) else None
