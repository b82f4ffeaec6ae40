import type { BacktestDetail } from '@tradeloom/contracts'
import type { RunMarket } from '@tradeloom/market-data'
import type { MarketService } from '../instruments/market.service.ts'

interface Run {
  readonly userId: string
  readonly instrumentId: string
  readonly start: Date
  readonly end: Date
}

/**
 * Whether a viewer sees the prices that a run was made on. Prices are everybody's own view, also beside a result that
 * was published: other prices under its trades would be a wrong picture, and its own may be private.
 */
export async function viewedPrices(
  market: MarketService,
  { userId, instrumentId, start, end }: Run,
  passport: Record<string, unknown> | null,
  viewerId: string | null,
): Promise<BacktestDetail['prices']> {
  const ran = (passport?.['prices'] ?? null) as RunMarket['prices'] | null
  if (!ran) return null
  const seen = await market.periodHash(instrumentId, ran, start.getTime(), end.getTime(), viewerId)
  if (seen !== null && seen === ran.hash) return 'same'
  if (ran.isPrivate && viewerId !== userId) return 'private'
  return seen === null ? 'gone' : 'changed'
}
