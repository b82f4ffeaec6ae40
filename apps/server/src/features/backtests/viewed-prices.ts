import type { BacktestDetail } from '@tradeloom/contracts'
import type { RunMarket } from '@tradeloom/market-data'
import type { MarketService } from '../instruments/market.service.ts'

interface Run {
  readonly userId: string
  readonly instrumentId: string
  readonly start: Date
  readonly end: Date
}

type Prices = RunMarket['prices']
type Seen = NonNullable<BacktestDetail['prices']>

/** Worst first. */
const SEVERITY: readonly Seen[] = ['private', 'gone', 'changed', 'same']

/**
 * Whether a viewer sees the prices that a run was made on, in all of its markets. Charts show the viewer's own prices,
 * also beside a published result: trades over other prices would be misleading, and those of the run may be private.
 */
export async function viewedPrices(
  market: MarketService,
  run: Run,
  manifest: Record<string, unknown> | null,
  viewerId: string | null,
): Promise<BacktestDetail['prices']> {
  const own = (manifest?.['prices'] ?? null) as Prices | null
  if (!own) return null
  const others = (manifest?.['marketPrices'] ?? {}) as Readonly<Record<string, Prices>>
  const all = Object.entries({ [run.instrumentId]: own, ...others })
  const seen = await Promise.all(
    all.map(([id, prices]) => viewOf(market, { ...run, instrumentId: id }, prices, viewerId)),
  )
  return SEVERITY.find((one) => seen.includes(one)) ?? null
}

async function viewOf(
  market: MarketService,
  { userId, instrumentId, start, end }: Run,
  ran: Prices,
  viewerId: string | null,
): Promise<Seen> {
  const hash = await market.periodHash(instrumentId, ran, start.getTime(), end.getTime(), viewerId)
  if (hash !== null && hash === ran.hash) return 'same'
  if (ran.isPrivate && viewerId !== userId) return 'private'
  return hash === null ? 'gone' : 'changed'
}
