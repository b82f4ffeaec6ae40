import { createHash } from 'node:crypto'

import {
  type BarInterval,
  type Closure,
  type Instrument,
  INTERVALS,
  isBarInterval,
  peggedCurrency,
} from '@tradeloom/domain'

import type { UsedCalendar } from '../calendar/closures-for.ts'
import { damagedIn } from '../store/damaged-month.ts'
import type { InstrumentSummary } from '../store/instrument-folder.ts'
import type { ColumnsSnapshot, MarketStore } from '../store/market-store.ts'
import { MarketDataError } from '../store/market-data-error.ts'
import { hashOfPeriod, monthsIn } from '../store/period-hash.ts'
import { type PriceKind, type SeriesInterval, seriesMs } from '../store/series.ts'
import type { SpreadChoice } from '../store/spread-model.ts'
import { barIntervalFor, barSpans } from './bar-interval.ts'
import { finerTicks } from './finer-ticks.ts'

/** The spread chosen is for one-price data; quoted prices keep their own. */
export interface RunMarketRequest extends SpreadChoice {
  readonly instrumentId: string
  /** 0 every tick, 1 minute bars, or the finest that there are. */
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
  /** As `periodHash` of the store. */
  readonly hash: string | null
  /** Whether any of them is the user's own, not shared. */
  readonly isPrivate: boolean
}

/** The data of one run: the traded instrument first, then the pairs that turn its quote currency into the account's. */
export interface RunMarket {
  readonly instrument: Instrument
  readonly conversions: readonly Instrument[]
  readonly series: readonly RunSeries[]
  /** What the rows of the traded series are. */
  readonly interval: SeriesInterval
  /** Intervals of bars longer than a minute, by instrument; for the settings of the run. */
  readonly barIntervals: Readonly<Record<string, BarInterval>>
  /** Ticks of the traded instrument in the period of a minute run; they decide minutes that bars leave unclear. */
  readonly finer: RunSeries | null
  /** Known closures besides the weekly hours that reach into the period, in order; empty when none were imported. */
  readonly closures: readonly Closure[]
  /** The calendars that tell them. */
  readonly calendars: readonly UsedCalendar[]
  /** SHA-256 over the snapshots of all series, those of `finer` too, and the closures. */
  readonly snapshot: string
  /** What tells later whether somebody sees the same prices of the traded instrument in the period. */
  readonly prices: RunPrices
  /** What the user has to know about these prices, for example that a spread was assumed. */
  readonly notes: readonly string[]
}

/**
 * History before the start that indicators may ask for; the engine takes what it needs. A year holds 50 weekly bars,
 * ten days of ticks hold 200 hourly bars and stay small enough to load in a moment. Of longer bars as many as of minutes.
 */
const WARMUP_MS = { Tick: 10 * 86_400_000, M1: 366 * 86_400_000 } as const

function warmupMs(interval: SeriesInterval): number {
  return interval === 'Tick' ? WARMUP_MS.Tick : WARMUP_MS.M1 * Math.max(1, seriesMs(interval) / seriesMs('M1'))
}

/** Throws with a text for people when the period has no data or no conversion exists. */
export async function marketForRun(store: MarketStore, request: RunMarketRequest): Promise<RunMarket> {
  const instrument = await store.instrument(request.instrumentId)
  if (!instrument) throw new MarketDataError(`There is no market data of ${request.instrumentId}. Import it first`)
  const interval = request.resolution === 0 ? 'Tick' : (barIntervalFor(instrument, request.start) ?? 'M1')
  refuseEmptyPeriod(instrument, interval, request)
  const conversions = await conversionInstruments(store, instrument, request.accountCurrency)
  const spread = spreadChoice(request)
  const series = await Promise.all(
    [instrument, ...conversions].map(async (one) => {
      const rows = request.resolution === 0 ? 'Tick' : (barIntervalFor(one, request.start) ?? 'M1')
      const columnsFile = await store.columns({
        instrumentId: one.id,
        series: rows,
        from: request.start - warmupMs(rows),
        to: request.end,
        ...spread,
      })
      return { instrumentId: one.id, columnsFile, rows }
    }),
  )
  const long = series.filter(({ rows }) => seriesMs(rows) > seriesMs('M1'))
  const { finer, notes: finerNotes } = await finerSeries(store, instrument, request, series[0] as RunSeries)
  const spreads = series.map(({ columnsFile }) => columnsFile.spreadModel)
  const { closures, calendars } = await store.closures(instrument, request.start, request.end)
  const snapshots = [...series, ...(finer ? [finer] : [])].map(({ columnsFile }) => columnsFile.snapshot)
  const closed = closures.length === 0 ? [] : [JSON.stringify(closures.map(({ from, to }) => [from, to]))]
  const snapshot = createHash('sha256')
    .update([...snapshots, ...closed].join(' '))
    .digest('hex')
  return {
    instrument: withoutSeries(instrument),
    conversions: conversions.map(withoutSeries),
    series: series.map(({ instrumentId, columnsFile }) => ({ instrumentId, columnsFile })),
    interval,
    barIntervals: Object.fromEntries(long.map(({ instrumentId, rows }) => [instrumentId, rows as BarInterval])),
    finer,
    closures,
    calendars,
    snapshot,
    prices: pricesOf(series[0] as RunSeries, request),
    // A conversion pair of one price says the same as the traded one.
    notes: [
      ...new Set([
        ...spreads.map(({ text }) => text).filter((text) => text !== ''),
        ...endNotes(instrument, interval, request),
        ...finerNotes,
      ]),
    ],
  }
}

function pricesOf({ columnsFile }: RunSeries, { start, end }: RunMarketRequest): RunPrices {
  const { interval, price, months, spreadModel } = columnsFile
  const hash = hashOfPeriod({ source: spreadModel.source, months }, start, end)
  return { interval, price, hash, isPrivate: monthsIn({ months }, start, end).some((month) => month.isPrivate) }
}

async function finerSeries(
  store: MarketStore,
  instrument: InstrumentSummary,
  request: RunMarketRequest,
  minutes: RunSeries,
): Promise<{ finer: RunSeries | null; notes: readonly string[] }> {
  if (request.resolution === 0) return { finer: null, notes: [] }
  const { source } = minutes.columnsFile.spreadModel
  const { columnsFile, notes } = await finerTicks(
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
  return { finer: columnsFile ? { instrumentId: instrument.id, columnsFile } : null, notes }
}

function spreadChoice({ spreadPips, spreadByHour }: SpreadChoice): SpreadChoice {
  return {
    ...(spreadPips === undefined ? {} : { spreadPips }),
    ...(spreadByHour === undefined ? {} : { spreadByHour }),
  }
}

/** One pair of the same broker, either way round; none when the profit is in account currency already. */
async function conversionInstruments(
  store: MarketStore,
  instrument: Instrument,
  accountCurrency: string,
): Promise<InstrumentSummary[]> {
  const { broker } = instrument
  const quote = peggedCurrency(instrument.quote)
  const dealt = peggedCurrency(instrument.dealt)
  if (quote === accountCurrency || dealt === accountCurrency) return []
  for (const symbol of [quote + accountCurrency, accountCurrency + quote]) {
    const found = await store.instrument(`${symbol}:${broker}`)
    if (found) return [found]
  }
  return []
}

/** Earlier rows are loaded for indicators, so a period without any row of its own would go unnoticed. */
function refuseEmptyPeriod(
  instrument: InstrumentSummary,
  rows: SeriesInterval,
  { start, end }: Pick<RunMarketRequest, 'start' | 'end'>,
): void {
  const isOf = (interval: SeriesInterval): boolean =>
    rows === 'M1' ? seriesMs(interval) <= seriesMs('M1') : interval === rows
  const series = instrument.series.filter(({ interval }) => isOf(interval))
  const what = rows === 'Tick' ? 'Tick' : 'Price'
  if (series.length === 0) throw new MarketDataError(`${what} data for ${instrument.id} unavailable`)
  // Reading it says what is wrong.
  if (series.some((one) => damagedIn(one, start, end).length > 0)) return
  const months = series.flatMap((one) => one.months)
  if (months.some(({ first, last }) => last >= start && first < end)) return
  const first = Math.min(...series.map((one) => one.first))
  const last = Math.max(...series.map((one) => one.last))
  if (end <= first) throw new MarketDataError(`${what} data for ${instrument.id} unavailable before ${day(first)}`)
  throw new MarketDataError(
    `${what} data for ${instrument.id} between ${day(start)} and ${day(end)} unavailable; there is some from ${day(first)} to ${day(last)}`,
  )
}

/** Short bars that end long before the run, while longer ones go on, would make a run of a part of its period. */
function endNotes(instrument: InstrumentSummary, rows: SeriesInterval, { end }: RunMarketRequest): string[] {
  const spans = barSpans(instrument)
  const used = spans.find(({ interval }) => interval === rows)
  const further = spans.find(({ last }) => used && used.last + WEEK < Math.min(end, last))
  if (!used || !further) return []
  const name = (interval: SeriesInterval) => (isBarInterval(interval) ? INTERVALS[interval].label : interval)
  return [
    `Bars of ${name(rows)} end on ${day(used.last)}, before the run does. Bars of ${name(further.interval)} go on to ${day(further.last)}: a run that starts after the former uses them.`,
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
