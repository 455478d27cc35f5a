"""The list of licences has every package that the app needs, with its licence."""

from importlib import metadata

import pytest

from tools.package_licences import licence, main, needed


def test_what_a_package_needs_is_listed_with_it() -> None:
    names = {package.metadata["Name"].lower() for package in needed(["streamlit>=1  # the pages", "", "# only words"])}
    assert {"streamlit", "protobuf", "numpy"} <= names


def test_a_package_that_is_not_installed_is_an_error() -> None:
    with pytest.raises(metadata.PackageNotFoundError):
        needed(["no-such-package-of-ours"])


def test_every_package_has_a_licence(capsys: pytest.CaptureFixture[str]) -> None:
    main()
    table = capsys.readouterr().out
    assert "| numpy |" in table and "not said" not in table
    assert licence(metadata.distribution("streamlit")) in (
        "Apache-2.0",
        "Apache License 2.0",
        "Apache Software License",
    )
