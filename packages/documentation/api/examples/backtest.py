# Lists backtests, starts one and follows it on the socket. Python 3.9 or later, with websockets:
# pip install websockets
# TRADELOOM_URL=https://... TRADELOOM_KEY=tk_....ts_... \
#   python backtest.py ALGORITHM VERSION INSTRUMENT START END
import json
import os
import sys
import time
import urllib.error
import urllib.request

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

URL = os.environ["TRADELOOM_URL"]
HEADERS = {"Authorization": "Bearer " + os.environ["TRADELOOM_KEY"]}
MAX_WAIT_S = 120  # Whoever waits longer has no credits left.
FINAL_CODES = (4001, 4429)  # The key was deleted, or the package has no place for the socket.


def call(method, path, body=None):
    while True:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(URL + path, data, dict(HEADERS), method=method)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            wait = int(error.headers.get("Retry-After", 0))
            if error.code not in (429, 503) or wait > MAX_WAIT_S:
                raise SystemExit(json.load(error)["message"])
            time.sleep(max(1, wait))


def listen(backtest):
    """The row of the run once it has ended; None if the connection was lost before."""
    with connect(URL.replace("http", "ws", 1) + "/socket", additional_headers=HEADERS) as socket:
        socket.send(json.dumps({"type": "subscribe", "topic": "backtest." + backtest}))
        for text in socket:
            message = json.loads(text)
            if message["type"] == "error":
                raise SystemExit(message["message"])
            if message["type"] != "event":
                continue
            row = message["payload"]["data"] or {}
            if message["payload"]["event"] == "progress":
                print(f"{row['progress']:.0f} %")
            if row.get("status", "Queued") not in ("Queued", "In Progress"):
                return row
        # Only a normal close ends the loop.
        return None


def follow(backtest):
    wait = 0.5
    while True:
        try:
            ended = listen(backtest)
            if ended:
                return ended
        except ConnectionClosed as error:
            if error.rcvd and error.rcvd.code in FINAL_CODES:
                raise SystemExit(error.rcvd.reason)
        except (InvalidHandshake, OSError):
            pass
        print("Connecting again")
        time.sleep(wait)
        wait = min(wait * 2, 30)


algorithm, version, instrument, start, end = sys.argv[1:]
print("Backtests so far:", len(call("GET", "/api/backtests")))
settings = {
    "algorithmId": algorithm,
    "algorithmVersionId": version,
    "instrumentId": instrument,
    "start": start,
    "end": end,
    "interval": "M15",
}
started = call("POST", "/api/backtest", settings)
print("Started", started["id"])
print(follow(started["id"])["status"])
