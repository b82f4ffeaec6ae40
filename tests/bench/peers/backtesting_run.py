"""W1 in backtesting.py. Arguments: file of bars."""
import sys

import pandas as pd
import backtesting
from backtesting import Backtest, Strategy

from turns import read_bars, take_turns

time, open_, high, low, close, volume = read_bars(sys.argv[1])
frame = pd.DataFrame(
    {"Open": open_, "High": high, "Low": low, "Close": close, "Volume": volume},
    index=pd.to_datetime(time, unit="ms"),
)


# No progress bar, which costs time.
backtesting.backtesting._tqdm = lambda seq, **_: seq


def average(values, period):
    return pd.Series(values).rolling(period).mean()


class Cross(Strategy):
    def init(self):
        self.fast = self.I(average, self.data.Close, 11)
        self.slow = self.I(average, self.data.Close, 31)
        self.last = 0

    def next(self):
        difference = self.fast[-1] - self.slow[-1]
        side = 1 if difference > 1e-8 else -1 if difference < -1e-8 else 0
        if side == 0 or side == self.last:
            return
        self.last = side
        if side == 1:
            self.buy(size=10_000)
        else:
            self.sell(size=10_000)


def run():
    test = Backtest(frame, Cross, cash=1e6, exclusive_orders=True, finalize_trades=True)
    stats = test.run()
    return stats["# Trades"], stats["Equity Final [$]"] - 1e6


take_turns(run)
