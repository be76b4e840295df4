"""Pages that are not built yet say so."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from kiosk.web.unbuilt import PAGES


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_is_not_built_says_so_in_a_friendly_way(client: FlaskClient, page: str) -> None:
    answer = client.get(f"/{page}", headers={"Accept": "text/html"})
    assert answer.status_code == 501
    assert "not built yet" in answer.text
    assert 'href="/"' in answer.text
    assert client.get(f"/{page}").json["error"]["code"] == "not-built"
