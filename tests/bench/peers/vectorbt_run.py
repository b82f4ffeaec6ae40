"""W1 in vectorbt: signals and portfolio as columns. Arguments: file of bars."""
import sys

import numpy as np
import pandas as pd
import vectorbt as vbt

from turns import read_bars, take_turns

time, open_, high, low, close, volume = read_bars(sys.argv[1])
index = pd.to_datetime(time, unit="ms")
prices = pd.Series(close, index=index)
fills = pd.Series(open_, index=index)


def run():
    fast = vbt.MA.run(prices, 11).ma.to_numpy()
    slow = vbt.MA.run(prices, 31).ma.to_numpy()
    difference = fast - slow
    side = np.where(difference > 1e-8, 1, np.where(difference < -1e-8, -1, 0))
    # A market order is filled at the open of the next bar.
    side = np.concatenate(([0], side[:-1]))
    portfolio = vbt.Portfolio.from_signals(
        prices,
        entries=pd.Series(side == 1, index=index),
        short_entries=pd.Series(side == -1, index=index),
        price=fills,
        size=10_000,
        size_type="amount",
        init_cash=1e6,
        upon_opposite_entry="reverse",
        accumulate=False,
        freq="1min",
    )
    return portfolio.trades.count(), portfolio.total_profit()


take_turns(run)
