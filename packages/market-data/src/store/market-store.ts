import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type BarInterval, INTERVALS, type MarketColumns, barStart } from '@tradeloom/domain'

import { closuresFor } from '../calendar/closures-for.ts'
import { cutFile, loadColumns, openColumnCache } from './column-cache.ts'
import type { ColumnsFile } from './columns-file.ts'
import {
  type ClosuresOf,
  instrumentFolder,
  type InstrumentSummary,
  monthPath,
  names,
  readInstrument,
  type SeriesSummary,
} from './instrument-folder.ts'
import type { MonthRecord } from './month-file.ts'
import { hashTable, readParquet } from './parquet-month.ts'
import { type Batch, type MonthOutcome, putBatch, type PutOptions } from './put-batch.ts'
import { type QualityRequest, readQuality, type SeriesQuality } from './read-quality.ts'
import { resample } from './resample.ts'
import { concatTables, monthRange, type PriceKind, seriesMs, type SeriesInterval, type SeriesTable } from './series.ts'
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

export interface MarketStore {
  readonly dir: string
  /** Where `columns` puts its files; readable by every user. */
  readonly columnsDir: string
  instruments(): Promise<InstrumentSummary[]>
  instrument(id: string): Promise<InstrumentSummary | null>
  columns(request: ColumnsRequest): Promise<ColumnsSnapshot>
  load(request: ColumnsRequest): Promise<MarketColumns>
  bars(request: BarsRequest): Promise<{ rows: BarRow[] }>
  /** How good a series is, month by month and day by day, and where its defects are. */
  quality(request: QualityRequest): Promise<SeriesQuality>
  /** Merges rows in; importers and the simulator use it. */
  put(batch: Batch, options?: PutOptions): Promise<MonthOutcome[]>
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
  const cache = openColumnCache(columnsDir, options.cacheBytes ?? CACHE_BYTES, options.log ?? (() => undefined))
  const closuresOf: ClosuresOf = (one) => closuresFor(dir, one, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  const instrument = (id: string): Promise<InstrumentSummary | null> =>
    readInstrument(instrumentFolder(dir, id), closuresOf)

  async function columns(request: ColumnsRequest): Promise<ColumnsSnapshot> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await columnsOnce(request)
      } catch (error) {
        if (!(error instanceof ReplacedWhileRead) || attempt === ATTEMPTS) throw error
        await sleep(PAUSE_MS * attempt)
      }
    }
  }

  async function columnsOnce(request: ColumnsRequest): Promise<ColumnsSnapshot> {
    const from = request.from ?? Number.NEGATIVE_INFINITY
    const to = request.to ?? Number.POSITIVE_INFINITY
    const found = await required(instrument, request.instrumentId)
    const source = chooseSeries(found, request, from, to)
    const months = monthsIn(source, from, to)
    const spreadModel = describeSpread(source.source, request)
    const spread = spreadDistance(spreadModel, found.pipSize)
    const parts = [CACHE_VERSION, found.id, source.interval, source.price, request.series, source.source, spread]
    const key = JSON.stringify([...parts, months.map(({ month, contentHash }) => [month, contentHash])])
    const folder = instrumentFolder(dir, found.id)
    const file = await cache.file(key, async () => {
      const table = await readMonths(folder, source, request.series, months)
      return toMarketColumns(table, source.source, spread)
    })
    const { firstRow, ...cut } = await cutFile(file, from, to)
    const snapshot = createHash('sha256')
      .update(JSON.stringify([key, firstRow, cut.rows]))
      .digest('hex')
    return { ...cut, snapshot, spreadModel }
  }

  async function quality(request: QualityRequest): Promise<SeriesQuality> {
    const found = await required(instrument, request.instrumentId)
    const series = gradedSeries(found, request)
    return readQuality(instrumentFolder(dir, found.id), found, series, await closuresOf(found), request)
  }

  return {
    dir,
    columnsDir,
    instrument,
    quality,
    instruments: () => listInstruments(dir, closuresOf),
    columns,
    load: async (request) => loadColumns(await columns(request)),
    bars: async (request) => ({ rows: await readBars(dir, await required(instrument, request.instrumentId), request) }),
    put: (batch, putOptions) => putBatch(dir, batch, closuresOf, putOptions),
  }
}

async function listInstruments(dir: string, closuresOf: ClosuresOf): Promise<InstrumentSummary[]> {
  const found: InstrumentSummary[] = []
  for (const broker of (await names(dir)).filter(isPart).sort()) {
    for (const symbol of (await names(join(dir, broker))).filter(isPart).sort()) {
      const summary = await readInstrument(join(dir, broker, symbol), closuresOf)
      if (summary) found.push(summary)
    }
  }
  return found
}

/** Hidden folders (the cache, locks) and what a person put there by another form of name are passed over. */
function isPart(name: string): boolean {
  return /^[A-Z0-9][A-Z0-9._-]*$/.test(name)
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
  const chosen = fitting.find((one) => monthsIn(one, from, to).length > 0)
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

function monthsIn(series: SeriesSummary, from: number, to: number): readonly MonthRecord[] {
  return series.months.filter((month) => month.last >= from && month.first < to)
}

/**
 * Reads months as their records tell them. Another process may have replaced one since the records were read; the
 * values would then not be those of the hash, so the reading is refused and begun again.
 */
async function readMonths(
  folder: string,
  source: SeriesSummary,
  series: SeriesInterval,
  months: readonly MonthRecord[],
): Promise<SeriesTable> {
  const paths = months.map(({ month }) => monthPath(folder, source, month))
  return readStable(paths, async () => {
    const tables: SeriesTable[] = []
    for (const [index, path] of paths.entries()) {
      const table = await readParquet(path, source)
      if (hashTable(table) !== months[index]?.contentHash) throw new ReplacedWhileRead()
      tables.push(table)
    }
    if (source.interval === series) return concatTables(source, tables)
    const first = monthRange((months[0] as MonthRecord).month).start
    const last = monthRange((months.at(-1) as MonthRecord).month).end
    return resample(paths, source, series as BarInterval, first, last)
  })
}

async function readBars(dir: string, found: InstrumentSummary, request: BarsRequest): Promise<BarRow[]> {
  const limit = request.limit ?? 1000
  const source = chartSource(found, request)
  if (!source) return []
  const { ms } = INTERVALS[request.interval]
  const to = Math.min(request.to ?? Number.POSITIVE_INFINITY, source.last + 1)
  const floor = Math.max(request.from ?? Number.NEGATIVE_INFINITY, barStart(source.first, request.interval))
  const folder = instrumentFolder(dir, found.id)
  // Closed hours have no bars, so the way back in time is widened until the limit is met.
  for (let span = limit * ms * 1.5 + 4 * 86_400_000; ; span *= 3) {
    const from = Math.max(floor, barStart(to - span, request.interval))
    const paths = monthsIn(source, from, to).map(({ month }) => monthPath(folder, source, month))
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
