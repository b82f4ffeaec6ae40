import type { HistoricalTicks } from '@tradeloom/contracts'
import type { ChartSide } from './chart-source.ts'
import { type PriceRow, rowTime } from './price-bars.ts'

/** Ticks as rows of a chart, which have times of their own: those of one millisecond follow each other. */
export function tickRows(ticks: HistoricalTicks['rows'], side: ChartSide): PriceRow[] {
  const rows: PriceRow[] = []
  for (const [time, bid, ask] of ticks) {
    const price = side === 'bid' ? bid : side === 'ask' ? ask : (bid + ask) / 2
    const last = rows.at(-1)
    const shown = last === undefined ? time : Math.max(time, rowTime(last) + 1)
    rows.push([shown, price, price, price, price, 0, time, 1])
  }
  return rows
}
