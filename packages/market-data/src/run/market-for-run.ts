import { createHash } from 'node:crypto'

import {
  type BarInterval,
  barIntervalFor,
  barSpans,
  type Closure,
  type Instrument,
  INTERVALS,
  isBarInterval,
  UserError,
} from '@tradeloom/domain'

import type { UsedCalendar } from '../calendar/closures-for.ts'
import type { InstrumentSummary } from '../store/instrument-folder.ts'
import type { ColumnsSnapshot, MarketReader } from '../store/market-reader.ts'
import { hashOfPeriod, monthsIn } from '../store/period-hash.ts'
import { type PriceKind, type SeriesInterval, seriesMs } from '../store/series.ts'
import type { SpreadChoice } from '../store/spread-model.ts'
import { findConversions } from './find-conversions.ts'
import { findMarkets } from './find-markets.ts'
import { intrabarTicks } from './intrabar-ticks.ts'
import { refuseEmptyPeriod } from './refuse-empty-period.ts'

/** The chosen spread applies to one-price data; quotes keep their own. */
export interface RunMarketRequest extends SpreadChoice {
  readonly instrumentId: string
  /** Other instruments that the script trades, as written in its `market(...)` calls. */
  readonly markets?: readonly string[]
  /** 0: every tick; 1: minute bars, or the finest bars available. */
  readonly resolution: 0 | 1
  /** `start <= time < end`, UTC milliseconds. */
  readonly start: number
  readonly end: number
  readonly accountCurrency: string
}

export interface RunSeries {
  readonly instrumentId: string
  readonly columnsFile: ColumnsSnapshot
}

interface RunPrices {
  readonly interval: SeriesInterval
  readonly price: PriceKind
  /** The hash returned by `MarketReader.periodHash`. */
  readonly hash: string | null
  /** Whether any of them are private to the user. */
  readonly isPrivate: boolean
}

/** Another instrument that the script trades. */
interface OtherMarket {
  readonly instrument: Instrument
  /** Known closures in the period besides the weekly hours, in order. */
  readonly closures: readonly Closure[]
  readonly prices: RunPrices
}

/** The data of one run. */
export interface RunMarket {
  readonly instrument: Instrument
  /** Other instruments that the script trades, in the order of their first `market(...)` calls. */
  readonly markets: readonly OtherMarket[]
  /** Pairs that convert profits to account currency; they may be among the traded instruments. */
  readonly conversions: readonly Instrument[]
  /** The run's instrument first, then the other markets, then the conversions; each instrument once. */
  readonly series: readonly RunSeries[]
  /** Interval of the rows of the run's instrument. */
  readonly interval: SeriesInterval
  /** Intervals of bars longer than a minute, by instrument. */
  readonly barIntervals: Readonly<Record<string, BarInterval>>
  /** Ticks of the run's instrument in a minute run; they resolve minutes where bars alone are ambiguous. */
  readonly intrabarTicks: RunSeries | null
  /** Known closures in the period besides the weekly hours, in order; empty when no calendar was imported. */
  readonly closures: readonly Closure[]
  /** The calendars of these closures. */
  readonly calendars: readonly UsedCalendar[]
  /** SHA-256 over the snapshots of all series, intrabar ticks included, and the closures. */
  readonly snapshot: string
  /** Reveals later whether a viewer sees the same prices of the run's instrument. */
  readonly prices: RunPrices
  /** What the trader should know about these prices, such as an assumed spread. */
  readonly notes: readonly string[]
}

/**
 * History before the start for indicators; the engine uses as much as it needs. A year has 50 weekly bars; ten days of
 * ticks have 200 hourly bars and load quickly. Longer bars get as many rows as minutes.
 */
const WARMUP_MS = { Tick: 10 * 86_400_000, M1: 366 * 86_400_000 } as const

function warmupMs(interval: SeriesInterval): number {
  return interval === 'Tick' ? WARMUP_MS.Tick : WARMUP_MS.M1 * Math.max(1, seriesMs(interval) / seriesMs('M1'))
}

/** Throws UserError when data of a traded instrument is missing in the period. */
export async function marketForRun(store: MarketReader, request: RunMarketRequest): Promise<RunMarket> {
  const instrument = await store.instrument(request.instrumentId)
  if (!instrument)
    throw new UserError('no-data', `There is no market data for ${request.instrumentId}. Import it first`)
  const others = await findMarkets(store, request.markets ?? [], instrument)
  const traded = [instrument, ...others]
  for (const one of traded) refuseEmptyPeriod(one, rowsOf(one, request), request)
  const conversions = await findConversions(store, traded, request.accountCurrency)
  for (const one of conversions) refuseEmptyPeriod(one, rowsOf(one, request), request)
  const loaded = new Map([...traded, ...conversions].map((one) => [one.id, one]))
  const series = await Promise.all([...loaded.values()].map((one) => loadSeries(store, one, request)))
  const own = series[0] as LoadedSeries
  const ticks = await loadIntrabarTicks(store, instrument, request, own)
  const { closures, calendars } = await store.closures(instrument, request.start, request.end)
  const markets = await Promise.all(
    others.map(async (one, i) => ({
      instrument: withoutSeries(one),
      prices: pricesOf(series[i + 1] as LoadedSeries, request),
      closures: (await store.closures(one, request.start, request.end)).closures,
    })),
  )
  const long = series.filter(({ rows }) => seriesMs(rows) > seriesMs('M1'))
  return {
    instrument: withoutSeries(instrument),
    markets,
    conversions: conversions.map(withoutSeries),
    series: series.map(({ instrumentId, columnsFile }) => ({ instrumentId, columnsFile })),
    interval: own.rows,
    barIntervals: Object.fromEntries(long.map(({ instrumentId, rows }) => [instrumentId, rows as BarInterval])),
    intrabarTicks: ticks.series,
    closures,
    calendars,
    snapshot: snapshotOf(
      [...series, ...(ticks.series ? [ticks.series] : [])],
      [closures, ...markets.map((market) => market.closures)],
    ),
    prices: pricesOf(own, request),
    // Equal notes of several series are listed once.
    notes: [
      ...new Set([
        ...series.map(({ columnsFile }) => columnsFile.spreadModel.text).filter((text) => text !== ''),
        ...traded.flatMap((one) => endNotes(one, rowsOf(one, request), request)),
        ...ticks.notes,
      ]),
    ],
  }
}

interface LoadedSeries extends RunSeries {
  readonly rows: SeriesInterval
}

function rowsOf(instrument: InstrumentSummary, { resolution, start }: RunMarketRequest): SeriesInterval {
  return resolution === 0 ? 'Tick' : (barIntervalFor(instrument.series, start) ?? 'M1')
}

async function loadSeries(
  store: MarketReader,
  instrument: InstrumentSummary,
  request: RunMarketRequest,
): Promise<LoadedSeries> {
  const rows = rowsOf(instrument, request)
  const columnsFile = await store.columns({
    instrumentId: instrument.id,
    series: rows,
    from: request.start - warmupMs(rows),
    to: request.end,
    ...spreadChoice(request),
  })
  return { instrumentId: instrument.id, columnsFile, rows }
}

function snapshotOf(series: readonly RunSeries[], closures: readonly (readonly Closure[])[]): string {
  const closed = closures
    .filter((list) => list.length > 0)
    .map((list) => JSON.stringify(list.map(({ from, to }) => [from, to])))
  const snapshots = series.map(({ columnsFile }) => columnsFile.snapshot)
  return createHash('sha256')
    .update([...snapshots, ...closed].join(' '))
    .digest('hex')
}

function pricesOf({ columnsFile }: RunSeries, { start, end }: RunMarketRequest): RunPrices {
  const { interval, price, months, spreadModel } = columnsFile
  const hash = hashOfPeriod({ source: spreadModel.source, months }, start, end)
  return { interval, price, hash, isPrivate: monthsIn({ months }, start, end).some((month) => month.isPrivate) }
}

async function loadIntrabarTicks(
  store: MarketReader,
  instrument: InstrumentSummary,
  request: RunMarketRequest,
  minutes: RunSeries,
): Promise<{ series: RunSeries | null; notes: readonly string[] }> {
  if (request.resolution === 0) return { series: null, notes: [] }
  const { source } = minutes.columnsFile.spreadModel
  const { columnsFile, notes } = await intrabarTicks(
    store,
    instrument,
    {
      instrumentId: instrument.id,
      series: 'Tick',
      from: request.start,
      to: request.end,
      ...spreadChoice(request),
    },
    source,
  )
  return { series: columnsFile ? { instrumentId: instrument.id, columnsFile } : null, notes }
}

function spreadChoice({ spreadPips, spreadByHour }: SpreadChoice): SpreadChoice {
  return {
    ...(spreadPips === undefined ? {} : { spreadPips }),
    ...(spreadByHour === undefined ? {} : { spreadByHour }),
  }
}

/**
 * Warns if short bars end long before the run while longer bars continue: the run would cover only part of its period.
 */
function endNotes(instrument: InstrumentSummary, rows: SeriesInterval, { end }: RunMarketRequest): string[] {
  const spans = barSpans(instrument.series)
  const used = spans.find(({ interval }) => interval === rows)
  const further = spans.find(({ last }) => used && used.last + WEEK < Math.min(end, last))
  if (!used || !further) return []
  const name = (interval: SeriesInterval) => (isBarInterval(interval) ? INTERVALS[interval].label : interval)
  return [
    `${instrument.id} has ${name(rows)} bars only until ${day(used.last)}, before the run ends. Its ${name(further.interval)} bars continue until ${day(further.last)}; a run that starts after the shorter bars end uses them.`,
  ]
}

const WEEK = 7 * 86_400_000

function withoutSeries(summary: InstrumentSummary): Instrument {
  const instrument: Partial<InstrumentSummary> & Instrument = { ...summary }
  delete (instrument as { series?: unknown }).series
  return instrument
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
