import { firstRowAt, type MarketRows } from '../market/market-rows.ts'
import type { DayColumns, MetricBasis } from './compact-result.ts'
import { hoursOfRun } from './hours-of-run.ts'
import type { MarketEnd, ResultParts } from './result-parts.ts'

/** Equity and price at the ends of days; the recorder must have finished. */
export function daysOf({ recorder, markets }: ResultParts): DayColumns {
  const { rows } = (markets[0] as MarketEnd).market
  return {
    time: new Float64Array(recorder.dayTime),
    equity: new Float64Array(recorder.dayEquity),
    price: new Float64Array(recorder.dayTime.map((time) => midBefore(rows, time))),
  }
}

/** What the metrics need besides the columns. */
export function basisOf({ spec, account, recorder, markets, end }: ResultParts): MetricBasis {
  const { market, data } = markets[0] as MarketEnd
  const { rows } = market
  return {
    start: spec.start,
    end,
    initialBalance: account.initialBalance,
    balance: account.balance,
    equity: account.equity(),
    maxDrawdown: recorder.maxDrawdown,
    maxDrawdownFraction: recorder.maxDrawdownFraction,
    ruined: recorder.ruined,
    ...hoursOfRun(spec),
    openPositions: markets.flatMap((one) =>
      Array.from(one.market.positions.open.values(), ({ openTime, notional }) => ({ openTime, notional })),
    ),
    benchmarkStart: ((rows.bidOpen[data.from] as number) + (rows.askOpen[data.from] as number)) / 2,
    quality: spec.quality ?? null,
  }
}

/** The last mid price before a time. */
function midBefore({ time, bidClose, askClose }: MarketRows, before: number): number {
  const row = firstRowAt(time, before) - 1
  return ((bidClose[row] as number) + (askClose[row] as number)) / 2
}
