import type { MarketInstrument } from '@tradeloom/contracts'
import { BAR_INTERVALS, type BarDays, type BarInterval } from '@tradeloom/domain'
import type { ChartSource, ChartSpan } from '../../charts/price-chart/chart-source.ts'
import { loadBars } from './load-bars.ts'

type Market = Pick<MarketInstrument, 'id' | 'symbol' | 'simulated'> & BarDays

/** The prices of an instrument in a period. */
export function marketSource(market: Market, span: ChartSpan, interval: BarInterval): ChartSource {
  const { id, symbol, simulated } = market
  return {
    days: market,
    instrumentId: id,
    symbol,
    isSimulated: simulated,
    ...span,
    intervals: BAR_INTERVALS.slice(BAR_INTERVALS.indexOf('M1')),
    interval,
    load: (bars, part, signal) => loadBars(id, bars, part, signal),
  }
}
