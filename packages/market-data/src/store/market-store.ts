import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type BarInterval, type Instrument, INTERVALS, type MarketColumns, barStart } from '@tradeloom/domain'

import { closedHours, closuresFor, type KnownClosures } from '../calendar/closures-for.ts'
import { type ColumnCache, cutFile, loadColumns, openColumnCache } from './column-cache.ts'
import type { ColumnsFile } from './columns-file.ts'
import { countRows } from './count-rows.ts'
import { damagedIn, DamagedMonth } from './damaged-month.ts'
import { readSettled } from './folder-switch.ts'
import {
  type ClosuresOf,
  type InstrumentSummary,
  type KeptMonth,
  names,
  type SeriesSummary,
} from './instrument-folder.ts'
import { folderBytes } from './folder-bytes.ts'
import { GRADES, instrumentFolders, listInstruments, readInstrument } from './instrument-view.ts'
import { type Layers, ownersIn, pathOfMonth, privateFolder } from './layers.ts'
import { readMonth } from './month-file.ts'
import { hashTable } from './parquet-month.ts'
import { hashOfPeriod, monthsIn } from './period-hash.ts'
import { type Batch, type MonthOutcome, putBatches, type PutOptions } from './put-batch.ts'
import { type QualityRequest, readQuality, type SeriesQuality } from './read-quality.ts'
import { removeSeries } from './remove-series.ts'
import { resample } from './resample.ts'
import {
  concatTables,
  monthRange,
  type PriceKind,
  seriesMs,
  type SeriesInterval,
  type SeriesKey,
  type SeriesTable,
} from './series.ts'
import { type SharedMonths, shareSeries } from './share-series.ts'
import { readStable, ReplacedWhileRead } from './stable-read.ts'
import { describeSpread, type SpreadChoice, spreadDistance, type SpreadModel, toMarketColumns } from './spread-model.ts'
import { MarketDataError } from './market-data-error.ts'

export interface ColumnsRequest extends SpreadChoice {
  readonly instrumentId: string
  /** `Tick`, `M1` or any other interval that is kept; M1 is made from ticks or seconds when there is none. */
  readonly series: SeriesInterval
  /** `from <= time < to`, UTC milliseconds; everything when left out. */
  readonly from?: number
  readonly to?: number
  /** Only this kind of price; otherwise quotes are preferred to one-price data. */
  readonly price?: PriceKind
}

export interface ColumnsSnapshot extends ColumnsFile {
  /** SHA-256 that stands for the values: the same for the same rows, another when any of them changes. */
  readonly snapshot: string
  readonly spreadModel: SpreadModel
  /** The kept series that the values come from. */
  readonly interval: SeriesInterval
  readonly price: PriceKind
  /** The months that hold them. */
  readonly months: readonly KeptMonth[]
  /** Whether any of these is the user's own, not shared. */
  readonly isPrivate: boolean
}

export interface BarsRequest {
  readonly instrumentId: string
  readonly interval: BarInterval
  readonly from?: number
  readonly to?: number
  /** The newest so many bars of the range, 1000 when left out. */
  readonly limit?: number
}

/** time, bid open, high, low, close, ask open, high, low, close, volume. */
export type BarRow = [number, number, number, number, number, number, number, number, number, number]

/**
 * What one viewer may read and write: shared data and, over it, the viewer's own. Within one series a user's own month
 * takes the place of the shared one as a whole; where the two hold different prices (bids, trades), the own series
 * stands alone.
 */
export interface MarketStore {
  /** Where `put` writes: the market folder, or the user's own folder in it. */
  readonly dir: string
  /** The folders that are read. */
  readonly layers: Layers
  /** Where `columns` puts its files; readable by every user. */
  readonly columnsDir: string
  instruments(): Promise<InstrumentSummary[]>
  instrument(id: string): Promise<InstrumentSummary | null>
  columns(request: ColumnsRequest): Promise<ColumnsSnapshot>
  load(request: ColumnsRequest): Promise<MarketColumns>
  bars(request: BarsRequest): Promise<{ rows: BarRow[] }>
  /** How good a series is, month by month and day by day, and where its defects are. */
  quality(request: QualityRequest): Promise<SeriesQuality>
  /** Known closed hours of an instrument that reach into `from <= time < to`, UTC milliseconds. */
  closures(instrument: Pick<Instrument, 'id' | 'calendar'>, from: number, to: number): Promise<KnownClosures>
  /** How many rows of a series of this view lie in `from <= time < to`. */
  countRows(instrumentId: string, series: SeriesSummary, from: number, to: number): Promise<number>
  /** Merges rows in; importers and the simulator use it. A user's rows become private data of that user. */
  put(batch: Batch, options?: PutOptions): Promise<MonthOutcome[]>
  /** Several series of one instrument: all of their months change as one act, or none does. */
  putAll(batches: readonly Batch[], options?: PutOptions): Promise<MonthOutcome[][]>
  /** Whether there is anything that only this view shows. */
  hasOwn(): Promise<boolean>
  /** Instruments with a month of the user's own. */
  ownInstruments(): Promise<InstrumentSummary[]>
  /** What the user's own data take of the disk. */
  ownBytes(): Promise<number>
  /** Removes a series that `put` has written to, or all of an instrument; how many there were. */
  remove(instrumentId: string, key?: SeriesKey): Promise<number>
  /**
   * Makes a series of the user's own everybody's; null when there is none. Throws SharedMonthsDiffer, with nothing
   * changed, when it would replace shared months and `replace` is false.
   */
  share(instrumentId: string, key: SeriesKey, replace: boolean): Promise<SharedMonths | null>
  /** Users who have data of their own. */
  owners(): Promise<string[]>
  /**
   * What identifies the prices of a series in a period: the same for the same values, whoever's they are; null when
   * the view has none there.
   */
  periodHash(instrumentId: string, key: SeriesKey, from: number, to: number): Promise<string | null>
  /** The view of a user, or of a visitor (null): shared data and the user's own, nobody else's. */
  forOwner(userId: string | null): MarketStore
}

export interface MarketStoreOptions {
  /** Upper limit of the raw column files on disk, 4 GB when left out. */
  readonly cacheBytes?: number
  /** Told of what was repaired in passing, with paths; for a log. */
  readonly log?: (text: string) => void
}

const CACHE_BYTES = 4 * 1024 ** 3
/** Part of the cache key: raise it when the layout of raw files or the making of bid and ask changes. */
const CACHE_VERSION = 1

/** Between the records and the files of the months an import may come; a few attempts meet a quiet moment. */
const ATTEMPTS = 20
const PAUSE_MS = 10

/** Opens the market folder. Any number of processes may read and import at the same time. */
export function openMarketStore(dir: string, options: MarketStoreOptions = {}): MarketStore {
  const columnsDir = join(dir, '.columns')
  // Its keys are hashes of contents, so that it serves every view and tells none of another's.
  const cache = openColumnCache(columnsDir, options.cacheBytes ?? CACHE_BYTES, options.log ?? (() => undefined))
  return viewOf({ shared: dir, own: null }, columnsDir, cache)
}

function viewOf(layers: Layers, columnsDir: string, cache: ColumnCache): MarketStore {
  const dir = layers.own ?? layers.shared
  const closuresOf: ClosuresOf = (one) => closedHours(layers, one)
  const instrument = (id: string): Promise<InstrumentSummary | null> => readInstrument(layers, id, closuresOf)
  const columns = (request: ColumnsRequest): Promise<ColumnsSnapshot> =>
    again(() => columnsOf(layers, cache, instrument, request))

  return {
    dir,
    layers,
    columnsDir,
    instrument,
    columns,
    instruments: () => listInstruments(layers, closuresOf),
    load: async (request) => loadColumns(await columns(request)),
    bars: (request) =>
      readSettled(instrumentFolders(layers, request.instrumentId), async () => ({
        rows: await readBars(layers, await required(instrument, request.instrumentId), request),
      })),
    quality: (request) =>
      readSettled(instrumentFolders(layers, request.instrumentId), async () => {
        const found = await required(instrument, request.instrumentId)
        return readQuality(layers, found, gradedSeries(found, request), await closuresOf(found), request)
      }),
    closures: (one, from, to) => closuresFor(layers, one, from, to),
    countRows: (id, series, from, to) => countRows(layers, id, series, from, to),
    put: async (batch, putOptions) => (await putBatches(dir, [batch], closuresOf, putOptions))[0] ?? [],
    putAll: (batches, putOptions) => putBatches(dir, batches, closuresOf, putOptions),
    hasOwn: async () => layers.own !== null && (await names(layers.own)).length > 0,
    ownInstruments: async () => {
      const found = layers.own === null ? [] : await listInstruments(layers, closuresOf, [layers.own])
      return found.filter(({ series }) => series.some(({ months }) => months.some(({ isPrivate }) => isPrivate)))
    },
    ownBytes: async () => (layers.own === null ? 0 : folderBytes(layers.own, [GRADES])),
    remove: (id, key) => removeSeries(dir, id, key),
    share: async (instrumentId, key, replace) => {
      const { own, shared } = layers
      if (own === null) return null
      const sharedClosures: ClosuresOf = (one) => closedHours({ shared, own: null }, one)
      return shareSeries({ own, shared, instrumentId, key, replace, closuresOf: sharedClosures })
    },
    owners: () => ownersIn(layers.shared),
    periodHash: async (id, key, from, to) => {
      const found = await instrument(id)
      const series = found?.series.find(({ interval, price }) => interval === key.interval && price === key.price)
      return series ? hashOfPeriod(series, from, to) : null
    },
    forOwner: (userId) => {
      const own = userId === null ? null : privateFolder(layers.shared, userId)
      return viewOf({ shared: layers.shared, own }, columnsDir, cache)
    },
  }
}

/** An import, or a removal, may come between what is read first and what is read last. */
async function again<Value>(read: () => Promise<Value>): Promise<Value> {
  let before: unknown
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (!(isGone || error instanceof ReplacedWhileRead) || attempt === ATTEMPTS) throw error
      // Nobody has imported in between, and still the file does not hold what its record says.
      if (error instanceof OtherContent && before instanceof OtherContent && error.expected === before.expected)
        throw error.damaged
      before = error
      await sleep(PAUSE_MS * attempt)
    }
  }
}

async function columnsOf(
  layers: Layers,
  cache: ColumnCache,
  instrument: (id: string) => Promise<InstrumentSummary | null>,
  request: ColumnsRequest,
): Promise<ColumnsSnapshot> {
  const from = request.from ?? Number.NEGATIVE_INFINITY
  const to = request.to ?? Number.POSITIVE_INFINITY
  const found = await required(instrument, request.instrumentId)
  const source = chooseSeries(found, request, from, to)
  const damaged = damagedIn(source, from, to)
  // Leaving a month out would change results without a word.
  if (damaged.length > 0) throw new DamagedMonth(found.id, source, damaged)
  const months = monthsIn(source, from, to)
  const spreadModel = describeSpread(source.source, request)
  const spread = spreadDistance(spreadModel, found.pipSize)
  const parts = [CACHE_VERSION, found.id, source.interval, source.price, request.series, source.source, spread]
  const key = JSON.stringify([...parts, months.map(({ month, contentHash }) => [month, contentHash])])
  const file = await cache.file(key, async () => {
    const table = await readMonths(layers, found, source, request.series, months)
    return toMarketColumns(table, source.source, spread)
  })
  const { firstRow, ...cut } = await cutFile(file, from, to)
  const snapshot = createHash('sha256')
    .update(JSON.stringify([key, firstRow, cut.rows]))
    .digest('hex')
  const { interval, price } = source
  const isPrivate = months.some((month) => month.isPrivate)
  return { ...cut, snapshot, spreadModel, interval, price, months, isPrivate }
}

async function required(
  instrument: (id: string) => Promise<InstrumentSummary | null>,
  id: string,
): Promise<InstrumentSummary> {
  const found = await instrument(id)
  if (!found) throw new MarketDataError(`There is no market data of ${id}. Import it first`)
  return found
}

/** The series itself or, for M1, the next shorter one that bars can be made from; with rows in the range. */
function chooseSeries(
  found: InstrumentSummary,
  { series, price }: ColumnsRequest,
  from: number,
  to: number,
): SeriesSummary {
  const sources: readonly SeriesInterval[] = series === 'M1' ? ['M1', 'S30', 'S15', 'S5', 'S1', 'Tick'] : [series]
  const kept = found.series.filter((one) => (price ? one.price === price : true))
  const fitting = sources.flatMap((interval) =>
    (['quote', 'trade'] as const).flatMap((kind) =>
      kept.filter((one) => one.interval === interval && one.price === kind),
    ),
  )
  const chosen = fitting.find((one) => monthsIn(one, from, to).length > 0 || damagedIn(one, from, to).length > 0)
  if (chosen) return chosen
  const there = found.series.map((one) => `${one.interval} ${isoDay(one.first)} to ${isoDay(one.last)}`).join(', ')
  const wanted = `${price ? `${price} ` : ''}${series} data${Number.isFinite(from) ? ` from ${isoDay(from)}` : ''}`
  throw new MarketDataError(
    `${found.id} has no ${wanted}${Number.isFinite(to) ? ` to ${isoDay(to)}` : ''}. It has ${there}`,
  )
}

/** The series that a run would take, or the finest one when nothing is asked for. */
function gradedSeries(found: InstrumentSummary, { series, price, from, to }: QualityRequest): SeriesSummary {
  const start = from ?? Number.NEGATIVE_INFINITY
  const end = to ?? Number.POSITIVE_INFINITY
  const request = { instrumentId: found.id, ...(price === undefined ? {} : { price }) }
  if (series !== undefined) return chooseSeries(found, { ...request, series }, start, end)
  const minutes = found.series.some(({ interval }) => seriesMs(interval) <= INTERVALS.M1.ms)
  const finest = found.series.find((one) => price === undefined || one.price === price)
  return chooseSeries(found, { ...request, series: minutes ? 'M1' : (finest?.interval ?? 'M1') }, start, end)
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** A month holds other values than those of its record: it was replaced meanwhile, or it is damaged. */
class OtherContent extends ReplacedWhileRead {
  readonly expected: string
  readonly damaged: MarketDataError

  constructor(expected: string, damaged: MarketDataError) {
    super()
    this.expected = expected
    this.damaged = damaged
  }
}

/**
 * Reads months as their records tell them. Another process may have replaced one since the records were read; the
 * values would then not be those of the hash, so the reading is refused and begun again.
 */
async function readMonths(
  layers: Layers,
  found: InstrumentSummary,
  source: SeriesSummary,
  series: SeriesInterval,
  months: readonly KeptMonth[],
): Promise<SeriesTable> {
  const paths = months.map((month) => pathOfMonth(layers, found.id, source, month))
  return readStable(paths, async () => {
    const tables: SeriesTable[] = []
    for (const [index, path] of paths.entries()) {
      const { month, contentHash } = months[index] as KeptMonth
      const table = await readMonth(path, source)
      if (hashTable(table) !== contentHash)
        throw new OtherContent(contentHash, new DamagedMonth(found.id, source, [month]))
      tables.push(table)
    }
    if (source.interval === series) return concatTables(source, tables)
    const first = monthRange((months[0] as KeptMonth).month).start
    const last = monthRange((months.at(-1) as KeptMonth).month).end
    return resample(paths, source, series as BarInterval, first, last)
  })
}

async function readBars(layers: Layers, found: InstrumentSummary, request: BarsRequest): Promise<BarRow[]> {
  const limit = request.limit ?? 1000
  const source = chartSource(found, request)
  if (!source) return []
  const { ms } = INTERVALS[request.interval]
  const to = Math.min(request.to ?? Number.POSITIVE_INFINITY, source.last + 1)
  const floor = Math.max(request.from ?? Number.NEGATIVE_INFINITY, barStart(source.first, request.interval))
  // Closed hours have no bars, so the way back in time is widened until the limit is met.
  for (let span = limit * ms * 1.5 + 4 * 86_400_000; ; span *= 3) {
    const from = Math.max(floor, barStart(to - span, request.interval))
    const paths = monthsIn(source, from, to).map((month) => pathOfMonth(layers, found.id, source, month))
    if (paths.length === 0 && from <= floor) return []
    const table =
      paths.length === 0 ? null : await readStable(paths, () => resample(paths, source, request.interval, from, to))
    if (table && (table.rows >= limit || from <= floor)) return barRows(table, source, limit)
  }
}

/** The longest kept series that the bars can be made from, quotes before one-price data. */
function chartSource(found: InstrumentSummary, request: BarsRequest): SeriesSummary | undefined {
  const { ms } = INTERVALS[request.interval]
  const from = request.from ?? Number.NEGATIVE_INFINITY
  const to = request.to ?? Number.POSITIVE_INFINITY
  return found.series
    .filter((one) => one.interval === 'Tick' || ms % seriesMs(one.interval) === 0)
    .filter((one) => monthsIn(one, from, to).length > 0)
    .toSorted((a, b) => seriesMs(b.interval) - seriesMs(a.interval) || (a.price < b.price ? -1 : 1))[0]
}

function at(column: Float64Array, row: number): number {
  return column[row] as number
}

function barRows(table: SeriesTable, source: SeriesSummary, limit: number): BarRow[] {
  const columns = toMarketColumns(table, source.source, 0)
  if (columns.kind !== 'bar') return []
  const rows: BarRow[] = []
  for (let row = Math.max(0, table.rows - limit); row < table.rows; row++) {
    rows.push([
      at(columns.time, row),
      at(columns.bidOpen, row),
      at(columns.bidHigh, row),
      at(columns.bidLow, row),
      at(columns.bidClose, row),
      at(columns.askOpen, row),
      at(columns.askHigh, row),
      at(columns.askLow, row),
      at(columns.askClose, row),
      at(columns.volume, row),
    ])
  }
  return rows
}
