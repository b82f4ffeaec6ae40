import type { MarketInstrument, SeriesQuality } from '@tradeloom/contracts'
import {
  type BarInterval,
  type DataStretch,
  endProblem,
  INTERVALS,
  isTradingOpen,
  type ListedInstrument,
  midAndSpread,
  UserError,
} from '@tradeloom/domain'
import {
  availableData,
  BarWindow,
  type CatalogEntry,
  type InstrumentSummary,
  joinCatalog,
  type MarketStore,
  resolveInstrument,
  type SeriesKey,
  storedSpans,
} from '@tradeloom/market-data'
import { TickReader, type TickRow } from '@tradeloom/market-data/ticks'
import { invalid, notFound, refuseInput } from '../../platform/errors/app-error.ts'
import { readWindow } from './chart-window.ts'
import { share, viewMonth, viewQuality } from './quality-views.ts'

export interface BarsQuery {
  readonly instrumentId: string
  readonly interval: BarInterval
  readonly start: string
  readonly end: string
  readonly limit: number
}

export interface QualityQuery {
  readonly instrumentId: string
  readonly interval?: string | undefined
  readonly price?: 'quote' | 'trade' | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
}

const MINUTE = 60_000

export type MarketService = ReturnType<typeof createMarketService>

/** How long lists are cached: terminal imports appear after this time. */
const FRESH_MS = 3000

/** Cached lists, one for each viewer. */
const MAX_LISTINGS = 100

/** Users without private data see what visitors see. */
type Viewer = string | null

interface Listing {
  readonly until: number
  readonly instruments: Promise<InstrumentSummary[]>
}

export interface MarketDeps {
  readonly store: MarketStore
  /** Reads what venues list. */
  readonly readListings: () => Promise<readonly ListedInstrument[]>
  readonly now: () => number
}

/** Instruments and prices as a viewer may see them: shared ones and the viewer's own. */
export function createMarketService({ store, readListings, now }: MarketDeps) {
  const listings = new Map<Viewer, Listing>()
  const ticks = new TickReader(store.dir)

  async function summaries(viewer: Viewer): Promise<InstrumentSummary[]> {
    const view = store.forOwner(viewer)
    const key = (await view.hasOwn()) ? viewer : null
    const listed = listings.get(key)
    if (listed && listed.until > now()) return listed.instruments
    const instruments = view.instruments()
    const listing = { until: now() + FRESH_MS, instruments }
    listings.delete(key)
    listings.set(key, listing)
    if (listings.size > MAX_LISTINGS) listings.delete(listings.keys().next().value as Viewer)
    instruments.catch(() => listings.get(key) === listing && listings.delete(key))
    return instruments
  }

  const find = (id: string, viewer: Viewer) => findStored(store, id, viewer)

  async function isListed(id: string | null): Promise<boolean> {
    return (await readListings()).some((listing) => listing.id === id)
  }

  async function bars(query: BarsQuery, viewer: Viewer): Promise<{ window: BarWindow; more: boolean }> {
    const from = Date.parse(query.start)
    const to = Date.parse(query.end)
    refuseInput(endProblem(from, to), 'end')
    // One more than requested shows whether there are more.
    const range = { interval: query.interval, from, to, limit: query.limit + 1 }
    const instrumentId = idOf(query.instrumentId)
    const window = instrumentId && (await readWindow(store, viewer, { instrumentId, ...range }).catch(refuse))
    if (!window) {
      // Of what a venue has just listed there is no price yet.
      if (!(await isListed(instrumentId))) throw notFound('Instrument')
      return { window: new BarWindow('', []), more: false }
    }
    return { window: window.newest(query.limit), more: window.count > query.limit }
  }

  async function quality(query: QualityQuery, viewer: Viewer): Promise<SeriesQuality> {
    const found = await find(query.instrumentId, viewer)
    if (!found) throw notFound('Instrument')
    const from = query.start === undefined ? undefined : Date.parse(query.start)
    const to = query.end === undefined ? undefined : Date.parse(query.end)
    refuseInput(endProblem(from ?? -Infinity, to ?? Infinity), 'end')
    const known = found.series.find(({ interval }) => interval === query.interval)
    if (query.interval !== undefined && !known) throw invalid(`There is no ${query.interval} data`, 'interval')
    try {
      const kept = await store.forOwner(viewer).quality({
        instrumentId: found.id,
        ...(known ? { series: known.interval } : {}),
        ...(query.price === undefined ? {} : { price: query.price }),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      })
      const series = found.series.find(({ interval, price }) => interval === kept.interval && price === kept.price)
      return viewQuality(kept, (name) => series?.months.find(({ month }) => month === name)?.rows ?? 0)
    } catch (error) {
      return refuse(error)
    }
  }

  return {
    store,
    quality,
    summaries,
    invalidate: () => listings.clear(),
    /** The catalog: what venues list and what has stored prices. */
    async list(viewer: Viewer): Promise<MarketInstrument[]> {
      const [stored, listed] = await Promise.all([summaries(viewer), readListings()])
      return Promise.all(
        joinCatalog(stored, listed).map(async (entry) => viewInstrument(entry, now(), await lastPrice(ticks, entry))),
      )
    },
    find,
    isListed,
    ticks,
    bars,
    /** Hash from the store; null also for what the viewer cannot see. */
    periodHash: (id: string, key: SeriesKey, from: number, to: number, viewer: Viewer): Promise<string | null> =>
      store.forOwner(viewer).periodHash(id, key, from, to),
    /** The data that runs on every tick or on bars can use, in order. */
    async available(instrumentId: string, fineness: 'Tick' | 'M1', viewer: Viewer): Promise<DataStretch[]> {
      const found = await find(instrumentId, viewer)
      return found ? availableData(found, fineness === 'Tick' ? 0 : 1) : []
    },
  }
}

/** Also null for an invalid id, and for instruments that only another user has. */
async function findStored(store: MarketStore, id: string, viewer: Viewer): Promise<InstrumentSummary | null> {
  try {
    return await store.forOwner(viewer).instrument(id)
  } catch (error) {
    if (error instanceof UserError) return null
    throw error
  }
}

/** The id as it is stored; null for an invalid one. */
export function idOf(text: string): string | null {
  try {
    return resolveInstrument(text).id
  } catch (error) {
    if (error instanceof UserError) return null
    throw error
  }
}

/** Problems with the data are reported to the user. */
export function refuse(error: unknown): never {
  throw error instanceof UserError ? invalid(error.message, 'start') : error
}

/** The period with ticks, or with data that minute bars can be built from; null without any. */
export function spanOf(
  instrument: InstrumentSummary,
  fineness: 'Tick' | 'M1',
): { readonly first: number; readonly last: number } | null {
  const fitting = instrument.series.filter(({ interval, rows, damaged }) => {
    // A run on damaged months reports the damage; without them it would report missing data.
    if (rows === 0 && damaged.length === 0) return false
    if (fineness === 'Tick' || interval === 'Tick') return interval === 'Tick' || fineness === 'M1'
    return interval === 'S1' || INTERVALS[interval].ms <= INTERVALS.M1.ms
  })
  const usable = fineness === 'Tick' ? fitting.filter(({ interval }) => interval === 'Tick') : fitting
  if (usable.length === 0) return null
  return { first: Math.min(...usable.map(({ first }) => first)), last: Math.max(...usable.map(({ last }) => last)) }
}

/** End of the stored minutes of an instrument, UTC milliseconds; null without any. */
export function storedEnd(instrument: InstrumentSummary | null): number | null {
  const span = instrument && spanOf(instrument, 'M1')
  return span ? Math.floor(span.last / MINUTE) * MINUTE + MINUTE : null
}

/** The newest price that was received live; null for what no venue lists. */
async function lastPrice(ticks: TickReader, { listing }: CatalogEntry): Promise<TickRow | null> {
  return listing.status === 'active' ? ticks.last(listing.id) : null
}

function viewInstrument({ listing, series }: CatalogEntry, time: number, price: TickRow | null): MarketInstrument {
  return {
    ...listing,
    marginRatios: { ...listing.marginRatios },
    tradingOpen: isTradingOpen(listing, time),
    ...(price
      ? { price: { time: price.time, bid: price.bid, ask: price.ask, ...midAndSpread(price.bid, price.ask) } }
      : {}),
    series: series.map((one) => ({
      interval: one.interval,
      price: one.price,
      rows: one.rows,
      first: one.first,
      last: one.last,
      stretches: [...storedSpans(one).stretches],
      sharedMonths: one.months.filter(({ isPrivate }) => !isPrivate).length,
      privateMonths: one.months.filter(({ isPrivate }) => isPrivate).length,
      damagedMonths: [...one.damaged],
      goodShare: share(one.quality.summary.good, one.quality.summary.expected),
      months: one.quality.months.map((month) =>
        viewMonth(month, one.months.find((record) => record.month === month.month)?.rows ?? 0),
      ),
    })),
  }
}
