import stat
from pathlib import Path

import pytest

from services.api.auth import secret_sha256
from services.api.first_key import DEFAULT_TENANT, ensure_first_key, new_secret
from shared.domain.errors import SettingsInvalid
from shared.ports.key_ring import KeyRole
from tests.factories import NOW
from tests.fakes.small_doors import FakeKeyRing


def test_a_fresh_system_gets_one_key_with_all_roles_in_a_private_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    keys, path = FakeKeyRing(), tmp_path / "data" / "api-key"
    ensure_first_key(keys, path, NOW)
    secret = path.read_text().strip()
    key = keys.find(secret_sha256(secret))
    assert key is not None
    assert (key.roles, key.authority, key.tenant_id) == (frozenset(KeyRole), True, DEFAULT_TENANT)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]
    assert secret not in caplog.text


def test_a_second_start_changes_nothing(tmp_path: Path) -> None:
    keys, path = FakeKeyRing(), tmp_path / "api-key"
    ensure_first_key(keys, path, NOW)
    before = path.read_text()
    ensure_first_key(keys, path, NOW)
    assert (path.read_text(), len(keys.keys(DEFAULT_TENANT))) == (before, 1)


def test_a_redis_that_lost_the_key_learns_it_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "api-key"
    ensure_first_key(FakeKeyRing(), path, NOW)
    empty = FakeKeyRing()
    ensure_first_key(empty, path, NOW)
    assert empty.find(secret_sha256(path.read_text().strip())) is not None


def test_a_lost_file_makes_no_second_key(tmp_path: Path) -> None:
    keys, path = FakeKeyRing(), tmp_path / "api-key"
    ensure_first_key(keys, path, NOW)
    path.unlink()
    ensure_first_key(keys, path, NOW)
    assert not path.exists()
    assert len(keys.keys(DEFAULT_TENANT)) == 1


def test_a_file_open_to_others_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "api-key"
    path.write_text(new_secret())
    path.chmod(0o644)
    ensure_first_key(FakeKeyRing(), path, NOW)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["", "short", "two lines\nof text that are no key at all"])
def test_a_file_that_holds_no_key_stops_the_start(tmp_path: Path, content: str) -> None:
    path = tmp_path / "api-key"
    path.write_text(content)
    with pytest.raises(SettingsInvalid, match="TIERCEL_ADMIN_KEY_FILE"):
        ensure_first_key(FakeKeyRing(), path, NOW)


def test_secrets_are_long_and_never_twice_the_same() -> None:
    assert len({new_secret() for _ in range(100)}) == 100
    assert len(new_secret()) >= 43
