import type { Closure } from '@tradeloom/domain'
import type { InstrumentSummary, MarketCalendar } from '@tradeloom/market-data'

/** Whether closures that are not `known` yet close any time in which an instrument of the calendar has prices. */
export function reachesIntoPrices(
  { name, closures }: Pick<MarketCalendar, 'name' | 'closures'>,
  known: readonly Closure[],
  instruments: readonly InstrumentSummary[],
): boolean {
  const months = instruments
    .filter(({ id, calendar }) => calendar === name || id === name)
    .flatMap(({ series }) => series.flatMap((one) => one.months))
  const isNew = ({ from, to }: Closure): boolean => !known.some((one) => one.from <= from && to <= one.to)
  return closures.filter(isNew).some(({ from, to }) => months.some(({ first, last }) => from <= last && to > first))
}
