"""A headless Chromium that remembers what it complained of and what it fetched."""
import contextlib
import json
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PHONE = (360, 640)
DESK = (1280, 900)


class Browser:
    def __init__(self, counts, script=True):
        self.counts = counts
        self.script = script
        self.last_fetched = []

    def __enter__(self):
        options = webdriver.ChromeOptions()
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(flag)
        if not self.script:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        options.binary_location = shutil.which("chromium")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_script_timeout(180)
        self.driver.set_page_load_timeout(60)
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def open(self, url, size, scheme="light"):
        """Opens a page afresh: leaving it first, so that an address that differs in its fragment alone is loaded too."""
        self.driver.get("about:blank")
        self.complaints()
        self.fetched()
        width, height = size
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                 mobile=size == PHONE)
        self.scheme = {"name": "prefers-color-scheme", "value": scheme}
        self.cdp("Emulation.setEmulatedMedia", media="", features=[self.scheme])
        self.driver.get(url)
        self.counts["loads"] += 1

    @contextlib.contextmanager
    def media(self, media):
        self.cdp("Emulation.setEmulatedMedia", media=media, features=[self.scheme])
        yield
        self.cdp("Emulation.setEmulatedMedia", media="", features=[self.scheme])

    def run(self, script):
        return self.driver.execute_script(script)

    def run_async(self, script):
        return self.driver.execute_async_script(script)

    def key(self, name):
        ActionChains(self.driver).send_keys(getattr(Keys, name)).perform()

    def click(self, selector):
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def fetched(self):
        """The addresses that were asked for since the last time, but for the blank page in between."""
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        urls = (m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent")
        self.last_fetched = [url for url in urls if url != "about:blank"]
        return self.last_fetched
