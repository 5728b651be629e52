"""Refuses to publish packages, images and releases, and to deploy.

It cannot see what a script publishes, such as `npm run release` and `make publish`, nor what a server publishes when a
tag is pushed.
"""

from __future__ import annotations

from shell_reader import Command

from .places import Places
from .saying import ONLY_THE_USER
from .subcommands import matching, table

PUBLISHES = table(
    """
    npm publish
    npm publis
    npm publi
    npm unpublish
    npm deprecate
    npm dist-tag add
    yarn publish
    yarn npm publish
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
    hatch publish
    pdm publish
    cargo publish
    cargo yank
    cargo release
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
    vercel promote
    vercel redeploy
    vercel rollback
    vc --prod
    vc deploy --prod
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
    git push heroku
    netlify deploy --prod
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


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    found = matching(command, PUBLISHES)
    if found is None or command.has("--dry-run", "--help") or "-h" in command.arguments:
        return None
    return f"`{found}` publishes, which cannot be taken back; {ONLY_THE_USER}"
