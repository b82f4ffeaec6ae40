"""W1 in NautilusTrader. Arguments: file of bars."""
import sys
from decimal import Decimal

import pandas as pd
from nautilus_trader.backtest.engine import BacktestEngine, BacktestEngineConfig
from nautilus_trader.config import LoggingConfig, StrategyConfig
from nautilus_trader.indicators import SimpleMovingAverage
from nautilus_trader.model.currencies import USD
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import AccountType, OmsType, OrderSide
from nautilus_trader.model.identifiers import Venue
from nautilus_trader.model.objects import Money
from nautilus_trader.persistence.wranglers import BarDataWrangler
from nautilus_trader.test_kit.providers import TestInstrumentProvider
from nautilus_trader.trading.strategy import Strategy

from turns import read_bars, take_turns

time, open_, high, low, close, volume = read_bars(sys.argv[1])
VENUE = Venue("SIM")
INSTRUMENT = TestInstrumentProvider.default_fx_ccy("EUR/USD", VENUE)
BAR_TYPE = BarType.from_str(f"{INSTRUMENT.id}-1-MINUTE-LAST-EXTERNAL")
# Bars carry the time at which they end.
INDEX = pd.to_datetime(time + 60_000, unit="ms", utc=True)
FRAME = pd.DataFrame({"open": open_, "high": high, "low": low, "close": close}, index=INDEX)
BARS = BarDataWrangler(BAR_TYPE, INSTRUMENT).process(FRAME)
QUANTITY = Decimal(10_000)


class Cross(Strategy):
    def __init__(self):
        super().__init__(StrategyConfig())
        self.fast = SimpleMovingAverage(11)
        self.slow = SimpleMovingAverage(31)
        self.last = 0
        self.changes = 0

    def on_start(self):
        self.register_indicator_for_bars(BAR_TYPE, self.fast)
        self.register_indicator_for_bars(BAR_TYPE, self.slow)
        self.subscribe_bars(BAR_TYPE)

    def on_bar(self, bar: Bar):
        if not self.indicators_initialized():
            return
        difference = self.fast.value - self.slow.value
        side = 1 if difference > 1e-8 else -1 if difference < -1e-8 else 0
        if side == 0 or side == self.last:
            return
        # From one side to the other is one order of twice the quantity.
        quantity = QUANTITY if self.last == 0 else QUANTITY * 2
        self.last = side
        self.changes += 1
        self.submit_order(
            self.order_factory.market(
                INSTRUMENT.id,
                OrderSide.BUY if side == 1 else OrderSide.SELL,
                INSTRUMENT.make_qty(quantity),
            )
        )


def run():
    engine = BacktestEngine(BacktestEngineConfig(logging=LoggingConfig(bypass_logging=True), run_analysis=False))
    engine.add_venue(
        VENUE,
        oms_type=OmsType.NETTING,
        account_type=AccountType.MARGIN,
        base_currency=USD,
        starting_balances=[Money(1_000_000, USD)],
    )
    engine.add_instrument(INSTRUMENT)
    engine.add_data(BARS)
    strategy = Cross()
    engine.add_strategy(strategy)
    engine.run()
    account = engine.cache.account_for_venue(VENUE)
    profit = account.balance_total(USD).as_double() - 1e6
    changes = strategy.changes
    engine.dispose()
    return changes, profit


take_turns(run)
