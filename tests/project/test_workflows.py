"""Files that other programs act on: each can be read, and what it names is there."""

import json
import re
import shlex
import tomllib
from itertools import chain
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = PYPROJECT["project"]
EXTRAS = PROJECT["optional-dependencies"]
HOME = PROJECT["urls"]["Homepage"]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, flags=re.MULTILINE))
PINNED = re.compile(r"[\w-]+/[\w./-]+@[0-9a-f]{40}")


def read(name):
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


WORKFLOWS = {path.name: read(path) for path in (ROOT / ".github/workflows").glob("*.yml")}
JOBS = {
    f"{name}: {job}": content
    for name, workflow in WORKFLOWS.items()
    for job, content in workflow["jobs"].items()
}


def steps(name):
    return chain.from_iterable(job["steps"] for job in WORKFLOWS[name]["jobs"].values())


def commands(job):
    return "\n".join(step["run"] for step in job["steps"] if "run" in step)


def starts(workflow):
    """When it starts; `on` is a truth value in YAML."""
    return workflow[True]


# --------------------------------------------------------------------------- workflows


def test_there_are_workflows_of_checks_releases_and_the_site():
    assert set(WORKFLOWS) == {"ci.yml", "release.yml", "site.yml"}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_has_no_rights_but_those_its_jobs_ask_for(name):
    workflow = WORKFLOWS[name]
    assert workflow["permissions"] == {}
    assert "group" in workflow["concurrency"]
    assert "pull_request_target" not in starts(workflow)


@pytest.mark.parametrize("job", JOBS)
def test_a_job_ends_and_may_only_read(job):
    content = JOBS[job]
    assert 0 < content["timeout-minutes"] <= (180 if job == "ci.yml: thorough" else 60)
    if job not in {"release.yml: publish", "site.yml: deploy"}:
        assert content["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("job", JOBS)
def test_actions_are_pinned_to_commits_and_keep_no_password(job):
    for step in JOBS[job]["steps"]:
        if "uses" in step:
            assert PINNED.fullmatch(step["uses"])
        if "actions/checkout" in step.get("uses", ""):
            assert step["with"]["persist-credentials"] is False


def test_an_action_has_one_version_and_the_comment_says_which():
    text = "\n".join(path.read_text("utf-8") for path in (ROOT / ".github/workflows").glob("*.yml"))
    lines = [line.partition("uses:")[2].strip() for line in text.splitlines() if "uses:" in line]
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line) for line in lines)
    assert len({line.partition("@")[0] for line in lines}) == len(set(lines))


@pytest.mark.parametrize("job", JOBS)
def test_what_a_job_calls_is_there(job):
    said = commands(JOBS[job])
    assert set(re.findall(r"\bmake ([a-z-]+)", said)) <= TARGETS
    for extras in re.findall(r"\.\[([\w,]+)\]", said):
        assert set(extras.split(",")) <= set(EXTRAS)
    for path in re.findall(r"--ignore=(\S+)", said):
        assert (ROOT / path).exists(), path


def test_what_the_readme_calls_is_there():
    readme = (ROOT / "README.md").read_text("utf-8")
    called = re.findall(r"^make ([a-z]+)", readme, flags=re.MULTILINE)
    assert called == ["demo", "test"]
    assert set(called) <= TARGETS
    for extras in re.findall(r"\.\[([\w,]+)\]", readme):
        assert set(extras.split(",")) <= set(EXTRAS)


def test_what_is_checked_there_is_what_a_person_checks():
    assert "make test" in commands(WORKFLOWS["ci.yml"]["jobs"]["everything"]).splitlines()


def test_the_long_checks_run_weekly():
    job = WORKFLOWS["ci.yml"]["jobs"]["thorough"]
    assert "make test-all" in commands(job).splitlines()
    assert "schedule" in job["if"] and "schedule" in starts(WORKFLOWS["ci.yml"])


def test_the_lowest_and_the_newest_dependencies_are_tried():
    jobs = WORKFLOWS["ci.yml"]["jobs"]
    assert "--resolution lowest-direct" in commands(jobs["lowest"])
    assert "--prerelease allow" in commands(jobs["newest"])
    for name in ("lowest", "newest"):
        assert "python -m pytest" in commands(jobs[name])


def test_coverage_is_measured_apart_from_make_test():
    prerequisites = re.search(r"^test:(.*)$", MAKEFILE, flags=re.MULTILINE)[1].split()
    assert set(prerequisites) <= TARGETS
    assert "coverage" in TARGETS and "coverage" not in prerequisites
    recipe = re.search(r"^coverage:.*\n((?:\t.*\n)+)", MAKEFILE, flags=re.MULTILINE)[1]
    assert {"--cov", "--cov-report=term", "--cov-report=html"} <= set(recipe.split())
    assert PYPROJECT["tool"]["coverage"]["run"]["branch"] is True


# --------------------------------------------------------------------------- a release


def test_a_tag_that_is_the_version_is_published_without_a_password():
    release = WORKFLOWS["release.yml"]
    build, publish = release["jobs"]["build"], release["jobs"]["publish"]
    assert starts(release) == {"push": {"tags": ["v*"]}}
    assert publish["needs"] == "build"
    assert publish["permissions"] == {"id-token": "write"}
    assert publish["environment"]["name"] == "pypi"
    assert "GITHUB_REF_NAME#v" in commands(build)
    assert "twine check --strict" in commands(build)
    assert commands(publish) == ""
    last = publish["steps"][-1]
    assert last["uses"].startswith("pypa/gh-action-pypi-publish@")
    assert last["with"]["attestations"] is True
    assert "password" not in last["with"]


def test_what_is_published_is_what_was_built():
    up, down = (
        next(step["with"] for step in steps("release.yml") if f"{way}-artifact@" in str(step))
        for way in ("upload", "download")
    )
    assert (up["name"], up["path"]) == (down["name"], down["path"])


# --------------------------------------------------------------------------- Pythons


def pythons():
    found = re.findall(r"Python :: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), flags=re.M)
    assert found
    return found


def test_classifiers_are_those_that_pypi_knows():
    known = pytest.importorskip("trove_classifiers").classifiers
    assert set(PROJECT["classifiers"]) <= known
    assert len(PROJECT["classifiers"]) == len(set(PROJECT["classifiers"]))


def test_every_python_of_the_classifiers_is_checked_on_every_system():
    matrix = WORKFLOWS["ci.yml"]["jobs"]["python"]["strategy"]["matrix"]
    assert matrix["python"] == pythons()
    systems = [system.partition("-")[0] for system in matrix["system"]]
    assert systems == ["ubuntu", "macos", "windows"]


def test_the_lowest_python_is_the_same_everywhere():
    lowest = pythons()[0]
    assert PROJECT["requires-python"] == f">={lowest}"
    assert PYPROJECT["tool"]["mypy"]["python_version"] == lowest
    assert PYPROJECT["tool"]["ruff"]["target-version"] == "py" + lowest.replace(".", "")
    tried = WORKFLOWS["ci.yml"]["jobs"]["lowest"]["steps"]
    assert [step["with"]["python-version"] for step in tried if "setup-python" in str(step)] == [
        lowest
    ]
    for name in ("README.md", "CONTRIBUTING.md"):
        assert f"Python {lowest} or later" in (ROOT / name).read_text("utf-8")


def test_make_finds_every_python_of_the_classifiers():
    looked_for = re.search(r"for python in (.*?);", MAKEFILE)[1].split()
    assert looked_for == [*(f"python{version}" for version in reversed(pythons())), "python3"]


# --------------------------------------------------------------------------- addresses and forms


def test_the_project_has_one_address():
    assert {"Homepage", "Documentation", "Issues", "Changelog"} <= set(PROJECT["urls"])
    assert all(
        url == HOME or url.startswith((HOME + "/", HOME + "#")) for url in PROJECT["urls"].values()
    )
    assert read("CITATION.cff")["repository-code"] == HOME
    for name in ("SECURITY.md", ".github/ISSUE_TEMPLATE/config.yml"):
        found = re.findall(r"https://github\.com/[\w-]+/[\w-]+", (ROOT / name).read_text("utf-8"))
        assert set(found) == {HOME}
    assert HOME.removeprefix("https://github.com/") in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


@pytest.mark.parametrize("form", ["bug", "idea"])
def test_a_form_asks_for_something(form):
    content = read(f".github/ISSUE_TEMPLATE/{form}.yml")
    assert content["name"] and content["description"]
    ids = [part["id"] for part in content["body"] if part["type"] != "markdown"]
    assert len(ids) == len(set(ids)) > 1
    assert any(part.get("validations", {}).get("required") for part in content["body"])


def test_the_command_of_the_bug_form_prints_versions(capsys):
    form = read(".github/ISSUE_TEMPLATE/bug.yml")
    text = next(part["attributes"] for part in form["body"] if part["id"] == "versions")
    command = shlex.split(text["description"].split("`")[1])
    assert command[:2] == ["python", "-c"]
    exec(command[2], {})
    assert "\njupyter_sscluster " in capsys.readouterr().out


def test_hooks_that_the_project_pins_run_in_its_own_environment():
    local = next(
        repo for repo in read(".pre-commit-config.yaml")["repos"] if repo["repo"] == "local"
    )
    wanted = {re.match(r"[\w-]+", line).group() for line in EXTRAS["test"]}
    for hook in local["hooks"]:
        assert hook["language"] == "system"
        program, *arguments = shlex.split(hook["entry"])
        if program == ".venv/bin/python":
            assert arguments[0] == "-m" and arguments[1] in wanted
        else:
            assert (program, arguments[:3]) == ("npm", ["--prefix", "js", "run"])
            assert (
                arguments[3] in json.loads((ROOT / "js/package.json").read_text("utf-8"))["scripts"]
            )


def test_dependabot_moves_the_pins_of_actions():
    updates = read(".github/dependabot.yml")["updates"]
    assert [update["package-ecosystem"] for update in updates] == ["github-actions"]
