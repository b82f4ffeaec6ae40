import {
  type InstrumentSummary,
  learnSpreadByHour,
  type MarketReader,
  type SeriesSummary,
} from '@tradeloom/market-data'
import { invalid, notFound } from '../../platform/errors/app-error.ts'
import type { MarketService } from './market.service.ts'

/** Old spreads no longer apply; one year contains every hour of the week about fifty times. */
const LOOK_BACK_MS = 366 * 86_400_000
/** Ticks are numerous: one month of them is enough. */
const TICKS_BACK_MS = 31 * 86_400_000

/** Minutes weight all times equally, so they are preferred to ticks, which are densest when the market moves. */
const ORDER: readonly string[] = ['M1', 'S30', 'S15', 'S5', 'S1', 'Tick']

/** Each one reads a year of minutes; the newest are cached. */
const MAX_KEPT = 100
const kept = new Map<string, ReturnType<typeof learn>>()

/** The median spread of each hour of the week over the latest quotes of an instrument. */
export async function learnSpread({ find, store }: MarketService, instrumentId: string, userId: string) {
  const found = await find(instrumentId, userId)
  if (!found) throw notFound('Instrument')
  const source = quotedSeries(found.series)
  if (!source) throw invalid(`${found.id} has no bid and ask data of one minute or less`, 'instrumentId')
  // Equal prices have equal spreads, so concurrent callers share one computation.
  const hashes = source.months.map(({ contentHash }) => contentHash)
  const key = JSON.stringify([found.id, found.pipSize, source.interval, hashes])
  const known = kept.get(key)
  if (known) return known
  const learning = learn(store.forOwner(userId), found, source)
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as string)
  kept.set(key, learning)
  learning.catch(() => kept.delete(key))
  return learning
}

async function learn(
  store: Pick<MarketReader, 'load'>,
  found: InstrumentSummary,
  { interval, ...source }: SeriesSummary,
) {
  const { last } = source
  const first = Math.max(source.first, last - (interval === 'Tick' ? TICKS_BACK_MS : LOOK_BACK_MS))
  const quoted = await store.load({ instrumentId: found.id, series: interval, price: 'quote', from: first })
  const { byHour, quotes } = learnSpreadByHour(quoted, found.pipSize)
  const unseen = quotes.filter((count) => count === 0).length
  return { instrumentId: found.id, interval, first, last, byHour: [...byHour], unseen }
}

function quotedSeries(series: readonly SeriesSummary[]): SeriesSummary | undefined {
  return series
    .filter(({ interval, price, rows }) => price === 'quote' && rows > 0 && ORDER.includes(interval))
    .toSorted((a, b) => ORDER.indexOf(a.interval) - ORDER.indexOf(b.interval))[0]
}
