"""The files in deploy/ name what there is: settings, extras, commands, claims, ports."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import typer

from regulations_agent.doors.cli import app
from regulations_agent.settings import Settings
from tests.guard.answers import answer_of

yaml = pytest.importorskip("yaml", reason="needs pyyaml")
ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
PREFIX = "REGULATIONS_AGENT_"
PROBE = {
    "type": "object",
    "required": ["httpGet"],
    "properties": {"httpGet": {"type": "object", "required": ["path", "port"]}},
}
CONTAINER = {
    "type": "object",
    "required": ["name", "image", "args", "resources"],
    "properties": {
        "args": {"type": "array", "items": {"type": "string"}},
        "env": {"type": "array", "items": {"type": "object", "required": ["name", "valueFrom"]}},
        **dict.fromkeys(("startupProbe", "readinessProbe", "livenessProbe"), PROBE),
    },
}
OBJECT = {
    "type": "object",
    "required": ["apiVersion", "kind", "metadata"],
    "properties": {"metadata": {"type": "object", "required": ["name"]}},
}
KINDS = {
    "ConfigMap": "v1",
    "PersistentVolumeClaim": "v1",
    "Service": "v1",
    "Job": "batch/v1",
    "Deployment": "apps/v1",
    "PodDisruptionBudget": "policy/v1",
    "HorizontalPodAutoscaler": "autoscaling/v2",
}
SERVICE = {
    "type": "object",
    "required": ["image"],
    "additionalProperties": False,
    "properties": {
        "image": {"type": "string"},
        "build": {"type": "object", "required": ["context", "dockerfile"]},
        "command": {"type": "array", "items": {"type": "string"}},
        "environment": {"type": "object", "additionalProperties": {"type": "string"}},
        "volumes": {"type": "array", "items": {"type": "string", "pattern": ":/"}},
        "ports": {"type": "array", "items": {"type": "string", "pattern": r"^127\.0\.0\.1:"}},
        "restart": {"const": "unless-stopped"},
        "depends_on": {"type": "object"},
        "healthcheck": {"type": "object"},
    },
}


def compose() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def manifests() -> dict[tuple[str, str], dict[str, Any]]:
    """By kind and name."""
    told = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8")))
    return {(one["kind"], one["metadata"]["name"]): one for one in told}


def pods() -> list[dict[str, Any]]:
    return [
        one["spec"]["template"]["spec"]
        for (kind, _), one in manifests().items()
        if kind in ("Job", "Deployment")
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_variable_is_a_setting(file: Path) -> None:
    named = set(re.findall(rf"{PREFIX}(\w+)", file.read_text(encoding="utf-8")))
    assert {name.lower() for name in named} <= Settings.model_fields.keys()
    assert named or file.suffix in (".dockerignore", ".json")


def test_settings_are_understood_as_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    given = dict(compose()["x-agent"]["environment"]) | manifests()["ConfigMap", "regulations-agent"]["data"]
    for name, value in given.items():
        monkeypatch.setenv(name, value.replace("${API_KEYS:?}", '{"ann": "key-of-ann"}'))
    settings = Settings(_env_file=None)
    assert (
        settings.history_url
        and settings.milvus_uri == "http://milvus:19530"
        and settings.questions_at_once == 2
    )


def test_the_compose_file_is_well_formed() -> None:
    told = compose()
    for name, service in told["services"].items():
        jsonschema.validate(service, SERVICE)
        assert set(service.get("depends_on", {})) <= told["services"].keys(), name
        for volume in service["volumes"]:
            source = volume.split(":/")[0]
            assert source in told["volumes"] or source.startswith("${"), volume
    assert {"postgres", "milvus", "serve"} <= told["services"].keys()


def test_the_manifests_are_well_formed_and_name_each_other() -> None:
    told = manifests()
    for (kind, _), one in told.items():
        jsonschema.validate(one, OBJECT)
        assert one["apiVersion"] == KINDS[kind]
    for pod in pods():
        assert pod["securityContext"]["runAsNonRoot"] is True
        volumes = {volume["name"] for volume in pod["volumes"]}
        for container in pod["containers"]:
            jsonschema.validate(container, CONTAINER)
            assert {mount["name"] for mount in container["volumeMounts"]} <= volumes
            assert all(
                ("ConfigMap", source["configMapRef"]["name"]) in told for source in container["envFrom"]
            )
    served = told["Deployment", "regulations-agent"]["spec"]
    labels = served["template"]["metadata"]["labels"]
    assert (
        served["selector"]["matchLabels"]
        == labels
        == told["Service", "regulations-agent"]["spec"]["selector"]
    )
    assert told["PodDisruptionBudget", "regulations-agent"]["spec"]["selector"]["matchLabels"] == labels
    scaled = told["HorizontalPodAutoscaler", "regulations-agent"]["spec"]
    assert ("Deployment", scaled["scaleTargetRef"]["name"]) in told
    assert scaled["minReplicas"] == 3 < scaled["maxReplicas"]


def test_the_manifests_are_what_kubernetes_takes() -> None:
    """By the published schemas of its newest version, with no field that they do not know."""
    kubernetes = pytest.importorskip("kubernetes_validate", reason="needs the extra scale")
    newest = kubernetes.latest_version()
    for one in manifests().values():
        kubernetes.validate(one, newest, strict=True)
    wrong = manifests()["Job", "regulations-agent-ingest"]
    wrong["spec"]["backOffLimit"] = 3
    with pytest.raises(kubernetes.ValidationError, match="backOffLimit"):
        kubernetes.validate(wrong, newest, strict=True)


def test_the_dashboard_shows_what_is_measured() -> None:
    from regulations_agent.doors.rest.access import Turns
    from regulations_agent.doors.rest.metrics import Metrics, generate_latest

    told = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in told["panels"] for target in panel["targets"]]
    asked += [variable["query"] for variable in told["templating"]["list"] if variable["type"] == "query"]
    metrics = Metrics(Turns(Settings()))
    metrics.answered(answer_of("Nobody."))
    metrics.requested("POST", "/ask", 200)
    given: dict[str, set[str]] = {}
    for line in generate_latest(metrics.registry).decode().splitlines():
        if found := re.match(r"(\w+)(?:\{(.*)\})? ", line):
            given.setdefault(found[1], set()).update(re.findall(r'(\w+)="', found[2] or ""))
    shown: set[str] = set()
    for query in asked:
        (name,) = re.findall(r"\bregulations_agent_\w+", query.split(" / ")[0])
        shown.add(name)
        used = re.findall(r"(\w+)=~?\"", query) + re.findall(r"by \(([\w, ]+)\)", query)
        labels = {label for labels in used for label in labels.split(", ")} - {"job"}
        assert labels <= given[name], query
    kinds = {re.sub("_(created|sum|count|bucket|total)$", "", name) for name in given}
    assert kinds == {re.sub("_(count|bucket|total)$", "", name) for name in shown}, "what nobody sees"


def test_what_is_run_is_a_command_and_what_is_scaled_by_is_counted() -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    run = [service["command"][0] for name, service in compose()["services"].items() if name == "ingest"]
    run += [container["args"][0] for pod in pods() for container in pod["containers"]]
    assert set(run) == {"ingest", "serve"} <= commands.keys()
    from regulations_agent.doors.rest.access import Turns
    from regulations_agent.doors.rest.metrics import Metrics, generate_latest

    metric = manifests()["HorizontalPodAutoscaler", "regulations-agent"]["spec"]["metrics"][1]["pods"][
        "metric"
    ]
    text = generate_latest(Metrics(Turns(Settings())).registry).decode()
    assert f"{metric['name']} 0.0" in text


def test_the_image_is_small_not_root_and_says_how_it_is() -> None:
    lines = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    final = lines.split("\nFROM ")[-1]
    assert "-slim" in final and "USER 10001" in final and "HEALTHCHECK" in final and "/health" in final
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    (extras,) = re.findall(r"/src\[([\w,]+)\]", lines)
    assert set(extras.split(",")) <= known.keys()
    for source in re.findall(r"^COPY (?!--from)(.+) /src", lines, re.M):
        assert all((ROOT / name).exists() for name in source.split())
