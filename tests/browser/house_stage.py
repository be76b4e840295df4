"""The house behind a real server, and pages of a browser that look at it."""

from __future__ import annotations

from tests.browser.conftest import PageFactory, Served
from tests.kiosk.web.house import House


class HouseStage:
    """What every stage with a house has; what is opened on it is the stage's own affair."""

    def __init__(self, house: House, page: PageFactory) -> None:
        self.house = house
        self.server = Served(house.app)
        self._page = page

    def close(self) -> None:
        self.house.table.close()
        self.server.stop()
        self.house.close()
