import { call } from '../../api/call.ts'
import type { ChartSource, ChartSpan } from '../../charts/price-chart/chart-source.ts'
import type { PriceRow } from '../../charts/price-chart/price-bars.ts'

const LIMIT = 5_000

/** Bars of an instrument. */
export async function loadBars(
  instrumentId: string,
  { interval, side }: Parameters<ChartSource['load']>[0],
  { start, end }: ChartSpan,
  signal: AbortSignal,
): Promise<readonly PriceRow[]> {
  const span = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
  const query = { instrumentId, interval, ...span, limit: LIMIT, sides: side }
  const { rows } = await call('historicalPrices', { query, signal })
  return rows
}
