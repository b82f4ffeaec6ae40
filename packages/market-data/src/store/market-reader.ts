import { UserError } from '@tradeloom/domain'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Instrument, MarketColumns } from '@tradeloom/domain'

import { closedHours, closuresFor, type KnownClosures } from '../calendar/closures-for.ts'
import type { BarWindow } from './charts/bar-window.ts'
import { ChartBars } from './charts/chart-bars.ts'
import type { BarRow } from './charts/month-bars.ts'
import { chooseSeries, gradedSeries } from './choose-series.ts'
import type { PointInTimeStore } from '../known/point-in-time-store.ts'
import { type ColumnCache, cutFile, loadColumns } from './column-cache.ts'
import type { ColumnsFile } from './columns-file.ts'
import { countRows } from './count-rows.ts'
import { damagedIn, damagedMonth } from './damaged-month.ts'
import { readSettled } from './folder-switch.ts'
import type { ClosuresOf, InstrumentSummary, KeptMonth, SeriesSummary } from './instrument-folder.ts'
import { instrumentFolders, listInstruments, readInstrument } from './instrument-view.ts'
import type { Layers } from './layers.ts'
import { hashOfPeriod, monthsIn } from './period-hash.ts'
import { type BarsRequest, readBars } from './read-bars.ts'
import { OtherContent, readMonths } from './read-months.ts'
import { type QualityRequest, readQuality, type SeriesQuality } from './read-quality.ts'
import type { PriceKind, SeriesInterval, SeriesKey } from './series.ts'
import { describeSpread, type SpreadChoice, spreadDistance, type SpreadModel, toMarketColumns } from './spread-model.ts'
import { ReplacedWhileRead } from './stable-read.ts'

export interface ColumnsRequest extends SpreadChoice {
  readonly instrumentId: string
  /** `Tick`, `M1` or any other stored interval; M1 is made from ticks or seconds if there is none. */
  readonly series: SeriesInterval
  /** `from <= time < to`, UTC milliseconds; defaults to everything. */
  readonly from?: number
  readonly to?: number
  /** Only this kind of price; otherwise quotes are preferred to one-price data. */
  readonly price?: PriceKind
}

export interface ColumnsSnapshot extends ColumnsFile {
  /** SHA-256 of the values: the same for the same rows, different if any of them changes. */
  readonly snapshot: string
  readonly spreadModel: SpreadModel
  /** The stored series that the values come from. */
  readonly interval: SeriesInterval
  readonly price: PriceKind
  /** The months that contain them. */
  readonly months: readonly KeptMonth[]
  /** Whether any of these months is private. */
  readonly isPrivate: boolean
}

/**
 * What one viewer may read: shared data and, on top of it, the viewer's own. Within one series, a user's own month
 * replaces the shared one as a whole; if the two have different prices (bids, trades), the own series is used alone.
 */
export interface MarketReader {
  /** The folders that are read. */
  readonly layers: Layers
  /** The folder of the files that `columns` creates; readable by every user. */
  readonly columnsDir: string
  /** States of datasets, by their hashes: whoever names one may read it. */
  readonly known: Pick<PointInTimeStore, 'columns'>
  instruments(): Promise<InstrumentSummary[]>
  instrument(id: string): Promise<InstrumentSummary | null>
  columns(request: ColumnsRequest): Promise<ColumnsSnapshot>
  load(request: ColumnsRequest): Promise<MarketColumns>
  bars(request: BarsRequest): Promise<{ rows: BarRow[] }>
  /** Bars as a window that also has their JSON; null without data of the instrument. */
  chart(request: BarsRequest): Promise<BarWindow | null>
  /** How good a series is, by month and day, and where its defects are. */
  quality(request: QualityRequest): Promise<SeriesQuality>
  /** Known closures of an instrument that overlap `from <= time < to`, UTC milliseconds. */
  closures(instrument: Pick<Instrument, 'id' | 'calendar'>, from: number, to: number): Promise<KnownClosures>
  /** The number of rows of a series of this view in `from <= time < to`. */
  countRows(instrumentId: string, series: SeriesSummary, from: number, to: number): Promise<number>
  /**
   * Identifies the prices of a series in a period: equal for equal values, whoever owns them; null if the view has none
   * there.
   */
  periodHash(instrumentId: string, key: SeriesKey, from: number, to: number): Promise<string | null>
}

/** The reader of each user, or of visitors (null). */
export interface MarketReaders {
  forOwner(userId: string | null): MarketReader
}

/** Part of the cache key: raise it when the layout of raw files or the derivation of bid and ask changes. */
const CACHE_VERSION = 1

/** An import may commit between reading the records and reading the months; a few attempts suffice. */
const ATTEMPTS = 20
const PAUSE_MS = 10

/** What all views of a folder share: made from prices under the hashes of these. */
export interface MarketCaches {
  readonly cache: ColumnCache
  readonly charts: ChartBars
  readonly known: PointInTimeStore
}

export function marketReader(layers: Layers, columnsDir: string, { cache, charts, known }: MarketCaches): MarketReader {
  const closuresOf: ClosuresOf = (one) => closedHours(layers, one)
  const instrument = (id: string): Promise<InstrumentSummary | null> => readInstrument(layers, id, closuresOf)
  const columns = (request: ColumnsRequest): Promise<ColumnsSnapshot> =>
    again(() => columnsOf(layers, cache, instrument, request))
  const chart = (request: BarsRequest): Promise<BarWindow | null> =>
    again(() => chartOf(layers, charts, instrument, request))

  return {
    layers,
    columnsDir,
    known,
    instrument,
    columns,
    instruments: () => listInstruments(layers, closuresOf),
    load: async (request) => loadColumns(await columns(request)),
    chart,
    bars: async (request) => {
      const window = await chart(request)
      if (!window) throw withoutData(request.instrumentId)
      return { rows: window.rows() }
    },
    quality: (request) =>
      readSettled(instrumentFolders(layers, request.instrumentId), async () => {
        const found = await required(instrument, request.instrumentId)
        return readQuality(layers, found, gradedSeries(found, request), await closuresOf(found), request)
      }),
    closures: (one, from, to) => closuresFor(layers, one, from, to),
    countRows: (id, series, from, to) => countRows(layers, id, series, from, to),
    periodHash: async (id, key, from, to) => {
      const found = await instrument(id)
      const series = found?.series.find(({ interval, price }) => interval === key.interval && price === key.price)
      return series ? hashOfPeriod(series, from, to) : null
    },
  }
}

/** Repeats the read if an import or a removal came in between. */
async function again<Value>(read: () => Promise<Value>): Promise<Value> {
  let before: unknown
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (!(isGone || error instanceof ReplacedWhileRead) || attempt === ATTEMPTS) throw error
      // Nobody has imported in between, and still the file does not match its record.
      if (error instanceof OtherContent && before instanceof OtherContent && error.expected === before.expected)
        throw error.damaged
      before = error
      await sleep(PAUSE_MS * attempt)
    }
  }
}

async function chartOf(
  layers: Layers,
  charts: ChartBars,
  instrument: (id: string) => Promise<InstrumentSummary | null>,
  request: BarsRequest,
): Promise<BarWindow | null> {
  const found = await charts.known.get(layers, request.instrumentId, instrument)
  try {
    return found && (await readBars(charts, layers, found, request))
  } catch (error) {
    // Whatever is wrong, what is known may be out of date.
    charts.known.forget(layers, request.instrumentId)
    throw error
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
  // Omitting a month would silently change results.
  if (damaged.length > 0) throw damagedMonth(found.id, source, damaged)
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
  if (!found) throw withoutData(id)
  return found
}

function withoutData(id: string): UserError {
  return new UserError('no-data', `There is no market data for ${id}. Import it first`)
}
