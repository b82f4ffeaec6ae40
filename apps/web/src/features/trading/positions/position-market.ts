import type { MarketInstrument, TradingAccount } from '@tradeloom/contracts'

/** Where a position is held; undefined while that is not known. */
export interface PositionMarket {
  readonly instrument: MarketInstrument | undefined
  readonly account: TradingAccount | undefined
}
