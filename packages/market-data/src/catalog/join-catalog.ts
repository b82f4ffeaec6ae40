import { listInstrument, type ListedInstrument } from '@tradeloom/domain'
import type { InstrumentSummary, SeriesSummary } from '../store/instrument-folder.ts'
import { widest } from './learn-decimals.ts'

/** An instrument of the catalog with its stored series, of which it may have none. */
export interface CatalogEntry {
  readonly listing: ListedInstrument
  readonly series: readonly SeriesSummary[]
}

/**
 * Every instrument once, by broker and symbol: those that venues list and those that have stored prices. Where both know an
 * instrument the venue's statements win, except for what describes the stored prices; precisions that it does not
 * state are learned from them.
 */
export function joinCatalog(
  stored: readonly InstrumentSummary[],
  listed: readonly ListedInstrument[],
): readonly CatalogEntry[] {
  const known = new Map(listed.map((one) => [one.id, one]))
  const entries = [
    ...stored.map((one) => entryOf(one, known.get(one.id))),
    ...listed
      .filter(({ id }) => stored.every((one) => one.id !== id))
      .map((listing): CatalogEntry => ({ listing, series: [] })),
  ]
  return entries.sort((a, b) => compare(a.listing.broker, b.listing.broker) || compare(a.listing.id, b.listing.id))
}

function entryOf({ series, ...instrument }: InstrumentSummary, listed: ListedInstrument | undefined): CatalogEntry {
  const { dayEnd, weekStart, simulated } = instrument
  const days = { ...(dayEnd ? { dayEnd } : {}), ...(weekStart ? { weekStart } : {}) }
  const listing = listed ? { ...listed, ...days, simulated } : listInstrument(instrument)
  return {
    listing: {
      ...listing,
      dealtPrecision: listing.dealtPrecision ?? decimalsOf(series.filter(isTraded), 'volume'),
      quotePrecision: listing.quotePrecision ?? decimalsOf(series, 'price'),
    },
    series,
  }
}

/** Volumes beside quotes count price changes, not quantities. */
function isTraded({ source }: SeriesSummary): boolean {
  return source === 'trade'
}

function decimalsOf(series: readonly SeriesSummary[], of: 'price' | 'volume'): number | null {
  return series
    .flatMap(({ months }) => months)
    .reduce<number | null>((most, { decimals }) => widest(most, decimals?.[of] ?? null), null)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
