import type { InstrumentSummary } from '@tradeloom/market-data'
import type { TickRow } from '@tradeloom/market-data/ticks'
import { notFound } from '../../platform/errors/app-error.ts'
import { idOf, type MarketService } from './market.service.ts'

export interface LoggedTicks {
  /** Null for what has no stored prices. */
  readonly found: InstrumentSummary | null
  readonly instrumentId: string
  readonly rows: AsyncGenerator<readonly TickRow[]>
}

/** Prices of a period that came live and are not stored: stored ticks come first. Throws for what the viewer does not see. */
export async function loggedTicks(
  { find, isListed, ticks }: Pick<MarketService, 'find' | 'isListed' | 'ticks'>,
  { id, from, to }: { readonly id: string; readonly from: number; readonly to: number },
  viewer: string | null,
): Promise<LoggedTicks> {
  const found = await find(id, viewer)
  const instrumentId = found?.id ?? idOf(id)
  if (instrumentId === null || (!found && !(await isListed(instrumentId)))) throw notFound('Instrument')
  const stored = found?.series.find(({ interval }) => interval === 'Tick')
  const since = Math.max(from, (stored?.last ?? -Infinity) + 1)
  return { found, instrumentId, rows: ticks.prices(instrumentId, since, to) }
}
