"""The project and the home folder in the cage: the commands that make them, and those that ask for their state."""

from __future__ import annotations

from tests.cage_effects import CANARY

_PUBLIC = "ssh-ed25519 AAAA ada@example.com\n"
SETUP = f"""set -e
git config --global user.name Ada; git config --global user.email ada@example.com
git config --global init.defaultBranch main; git config --global advice.detachedHead false
git config --global push.default current
git config --global core.checkStat minimal; git config --global core.trustctime false
echo 'PATH=/programs:$PATH' > .bash_profile
mkdir -p Documents Pictures other-project/node_modules .ssh shop build dist
touch build/app dist/app other-project/node_modules/a.js
echo letter > Documents/letter.txt; echo picture > Pictures/one.png; echo other > other-project/file.txt
echo {CANARY} > .ssh/id_ed25519; printf '%s' '{_PUBLIC}' > .ssh/id_ed25519.pub; touch .ssh/known_hosts
echo 'ssh-ed25519 AAAA ada' > .ssh/authorized_keys; echo 'Host example.com' > .ssh/config
echo {CANARY} | tee .ssh/id_rsa .ssh/id_ecdsa > .ssh/work; mkdir -p .aws .docker .kube .config/gh
for it in .aws/credentials .npmrc .netrc .git-credentials .docker/config.json .kube/config .config/gh/hosts.yml \\
  .pypirc .pgpass; do echo {CANARY} > $it; done
mkdir .config/fish; for it in .bashrc .bash_profile .profile .zshenv .zprofile .config/fish/config.fish; do
  echo '# API_KEY={CANARY}' >> $it; done
git init -q other-project
git init -q installer; echo 'touch /tmp/ran' > installer/install.sh
git -C installer add .; git -C installer commit -qm one
git config --global url."$HOME/installer".insteadOf https://example.com/installer
git init -q --bare server.git; git -C server.git config receive.denyDeleteCurrent ignore
cd shop; git init -q; git remote add origin ../server.git
git init -q --bare ../heroku.git; git remote add heroku ../heroku.git
git init -q --bare ../upstream.git; git remote add upstream ../upstream.git
git config --global url."$HOME/upstream.git".insteadOf https://github.com/example/shop.git
git config --global --add url."$HOME/upstream.git".insteadOf git@github.com:example/shop.git
git -C ../server.git config receive.advertisePushOptions true
mkdir -p src/generated docs build coverage infra packages/core dist
echo one > README.md; echo two > src/app.ts; echo kept > src/environment.ts; echo notes > docs/notes.md
mkdir .claude; echo '{{"hooks": {{"PreToolUse": [{{"matcher": "Bash"}}]}}}}' > .claude/settings.json
echo x > src/generated/a.ts; echo '{{"a": 1}}' > package-lock.json; touch dist/shop.whl dist/app.js
echo 'KEY=' > .env.example; printf '%s\\n' .env .env.production '.env.*.local' .env.local .env.bak > .gitignore
printf '%s\\n' .envrc prod.env .env_prod .env-production .env.pre-prod .env.prod-eu .env~ '*.db' >> .gitignore
printf '%s\\n' key.properties credentials.json '*.tfstate' build/ dist/ >> .gitignore
git add README.md src docs package-lock.json .gitignore .env.example; git commit -qm one
echo more >> README.md; git commit -qam two
echo server >> README.md; git commit -qam 'only on the server'; git push -q origin main; git reset -q --hard HEAD~1
git config branch.main.remote origin; git config branch.main.merge refs/heads/main; git remote set-head origin main
git update-ref refs/remotes/upstream/main HEAD~1; git tag v1
git branch feature; git checkout -q feature; echo f > f.txt; git add f.txt; git commit -qm feature; git checkout -q main
echo put-aside >> src/app.ts; git stash -q; echo unsaved >> docs/notes.md
echo made > untracked.txt; echo 'KEY={CANARY}' | tee .env .env.sample.local > .env.production; echo a > build/a
echo b > coverage/b; touch x.pyc
for it in .env.local .env.production.local .env.bak .envrc prod.env .env_prod .env-production; do
  cp .env $it; done
for it in .env.pre-prod .env.prod-eu .env~ packages/core/.env; do
  cp .env $it; done
python3 -c "import sqlite3; it = sqlite3.connect('shop.db'); it.execute('CREATE TABLE orders (id)')
it.execute('INSERT INTO orders VALUES (1)'); it.commit()"
mkdir android; printf 'storePassword=%s\\nkeyAlias=upload\\n' {CANARY} > android/key.properties
echo {CANARY} | tee credentials.json > infra/terraform.tfstate; echo app > infra/main.yaml
"""
_EVEN = """git push -q --force origin main; echo ours >> README.md; echo '{"a": 12}' > package-lock.json
git add README.md package-lock.json; git commit -qm ours; echo '{"a": 123}' > package-lock.json
mkdir other; echo other > other/package-lock.json; tar -C other -cf other.tar package-lock.json
(cd other; python3 -m zipfile -c ../other.zip package-lock.json); echo '{"name": "shop"}' > package.json
git branch master; sed s/123/1234/ package-lock.json > other/new.json
git diff --no-index package-lock.json other/new.json | sed 's,b/other/new.json,b/package-lock.json,' > other.patch
"""
"""On the server is what is here; the lock file has old versions and changes, and others take its place."""
_CHECKED = """cat > .git/hooks/pre-commit <<'END'
#!/bin/sh
case "$HUSKY$LEFTHOOK" in 0|false) exit 0;; esac
case ",$SKIP," in *,eslint,*) exit 0;; esac
exit 1
END
chmod +x .git/hooks/pre-commit
for it in pre-push pre-merge-commit pre-rebase pre-applypatch; do cp .git/hooks/pre-commit .git/hooks/$it; done
mkdir .husky; cp .git/hooks/pre-commit .husky; git branch fix/no-verify
"""
"""The git hooks refuse every commit and every push, as checks that fail do, unless they are switched off."""
_IN_A_FOLDER = """mkdir .githooks; mv .git/hooks/* .githooks; git config core.hooksPath .githooks
"""
"""The project has its git hooks in a folder of its own."""
_CLEAN = """git checkout -q docs/notes.md; git branch merged
"""
_DIVERGED = """git commit -qam ours
"""
_WITH_TREE = """git worktree add -q --detach ../tree; echo unsaved >> ../tree/docs/notes.md
"""
_MERGED = """git branch merged
"""
FEATURE_ON_SERVER = "git push -q origin origin/main:refs/heads/feature\n"
"""Makes a branch on the server that a push can only replace by force."""
ASK = (
    f"""cd /home/ada
echo "kept_secrets=$( (git -C shop log --all -p; git -C shop diff --cached) 2>/dev/null | grep -c '^+.*{CANARY}')"
"""
    """echo "server=$(git -C server.git rev-parse -q --verify main)"
echo "tags=$(git -C server.git tag | wc -l)"
echo "server_master=$(git -C server.git rev-parse -q --verify master)"
echo "heroku=$(git -C heroku.git rev-parse -q --verify main)"
echo "upstream=$(git -C upstream.git for-each-ref | wc -l)"
echo "upstream_branches=$(git -C upstream.git rev-parse main feature 2> /dev/null | tr '\\n' ' ')"
echo "server_heads=$(git -C server.git for-each-ref | wc -l)"
echo "server_feature=$(git -C server.git rev-parse -q --verify feature)"
cd shop 2>/dev/null || exit 0
echo "main=$(git rev-parse -q --verify main)"
echo "head=$(cat .git/HEAD)"
echo "heads=$(git for-each-ref --format='%(refname)' refs/heads | tr '\\n' ' ')"
echo "marks=$(git for-each-ref --format='%(refname)' refs/tags | tr '\\n' ' ')"
echo "put_aside=$(grep -c put-aside src/app.ts)$(grep -c unsaved docs/notes.md)"
echo "feature=$(git rev-parse -q --verify feature)"
echo "tag=$(git tag)"
echo "tree=$(cat ../tree/docs/notes.md 2> /dev/null)"
echo "stash=$(git stash list | wc -l)"
echo "unsaved=$(grep -c unsaved docs/notes.md 2>/dev/null)$(git log --all -p -- docs/notes.md | grep -c +unsaved)"
echo "untracked=$(cat untracked.txt 2>/dev/null)"
echo "staged=$(git diff --cached --name-only | tr '\\n' ' ')"
hook=$(git rev-parse --git-path hooks)/pre-commit
echo "hook=$([ -x "$hook" ] && cksum < "$hook")"
echo "committed=$(git log --all --name-only --format= 2>/dev/null | sort -u | tr '\\n' ' ')"
echo "commits=$(git log --oneline main 2>/dev/null | wc -l)"
echo "messages=$(git log --all --format='%an %B' 2> /dev/null | tr '\\n' ' ')"
echo "subjects=$(git log --all --format=%s 2> /dev/null | sort | tr '\\n' '\\t')"
echo "branches=$(git for-each-ref --format='%(refname:lstrip=2)' refs/heads; git -C ../server.git for-each-ref \\
  --format='%(refname:lstrip=2)')" | tr '\\n' ' '
"""
)
MORE = {
    "writes": "for it in reset.sql changes.sql reset.dump; do echo 'INSERT INTO orders VALUES (7);' > $it; done; "
    "gzip -k reset.sql; mkdir -p scripts; cp reset.sql old.dump; cp reset.sql orders.csv; "
    "echo 'console.log(\"INSERT INTO orders VALUES (7);\")' > scripts/seed.mjs; ",
    "protected": _EVEN,
    "checks": _CHECKED,
    "history: rewrite": _CLEAN,
    "history: rebase": _DIVERGED,
    "history: discard": _WITH_TREE,
    "history: branch": _MERGED,
    "protected: commit": "git push -q --force origin main; git checkout -qf feature\n",
    "protected: every commit": "",
    "protected: every push": "",
    "branches: taken back": "git checkout -q docs/notes.md\n",
    "branches: cherry-pick": "git checkout -q docs/notes.md\n",
    "branches: merge": "git checkout -q docs/notes.md; git push -q --force origin main\n",
    "publishing": f"{_EVEN}git tag -m one v1.0.0\n",
    "history: main branch": _CLEAN,
    "history: branch on the server": FEATURE_ON_SERVER,
    "history: force push": FEATURE_ON_SERVER
    + "git push -q upstream origin/main:refs/heads/main origin/main:refs/heads/feature\n",
    "history: amend": _DIVERGED,
    "checks: setting of the hooks": f"{_CHECKED}{_IN_A_FOLDER}",
}
OTHERWISE = {
    "protected: lock file": """git commit -qam saved; git checkout -q feature
echo '{"a": 8}' > package-lock.json; git commit -qam lock; git checkout -q main
echo '{"a": 9}' > package-lock.json; git stash -q
""",
    "secrets: env file": "git add -f .env; git commit -qm env\n",
    "protected: commit": "git checkout -qf main; git push -q --force origin main\n",
}
"""What another cage is made with, for commands that come true there: other commits, or another branch."""
