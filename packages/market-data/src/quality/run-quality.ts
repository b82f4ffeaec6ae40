import { BAR_COLUMNS, type Closure, type Instrument, type MarketColumns, TICK_COLUMNS } from '@tradeloom/domain'

import type { RunMarket } from '../run/market-for-run.ts'
import type { MarketReader } from '../store/market-reader.ts'
import type { PriceKind, SeriesInterval, SeriesTable } from '../store/series.ts'
import type { ClockShift } from './find-clock-shift.ts'
import type { GradeSummary } from './grade.ts'
import { gradeMonth } from './grade-month.ts'
import { type DefectProfit, type EarnedColumns, NEAR_ROWS, profitNearDefects } from './profit-near-defects.ts'
import { periodQuality, type PeriodQuality } from './series-quality.ts'
import { slotMs } from './slot-days.ts'

/** The data quality of one run: the traded instrument in the run's period. */
export interface RunQuality extends PeriodQuality {
  readonly interval: SeriesInterval
  readonly price: PriceKind
  /** As detected from the whole series. */
  readonly shift: ClockShift | null
  readonly scaleFactor: number
}

export interface RunQualityRequest {
  readonly instrumentId: string
  /** Interval of the run's rows. */
  readonly interval: SeriesInterval
  readonly start: number
  readonly end: number
  /** Price kind of the series that the run uses. */
  readonly price: PriceKind
}

/** From stored grades. Throws UserError if the period has no data. */
export async function qualityForRun(store: MarketReader, request: RunQualityRequest): Promise<RunQuality> {
  const { instrumentId, interval: series, start, end, price } = request
  const quality = await store.quality({ instrumentId, series, price, from: start, to: end })
  const period = quality.period as PeriodQuality
  return { ...period, interval: quality.interval, price, ...flags(quality.summary) }
}

/** The quality of the prices of another market of a run. */
export interface MarketQuality extends RunQuality {
  readonly instrumentId: string
}

/** For the other instruments of a run. Throws UserError if the period has no data for one of them. */
export function qualityOfMarkets(
  store: MarketReader,
  { markets }: Pick<RunMarket, 'markets'>,
  period: { readonly start: number; readonly end: number },
): Promise<MarketQuality[]> {
  return Promise.all(
    markets.map(async ({ instrument: { id }, prices: { interval, price } }) => ({
      ...(await qualityForRun(store, { ...period, instrumentId: id, interval, price })),
      instrumentId: id,
    })),
  )
}

/** Bars without defects in all markets of a run, out of the expected ones. */
export function gradedBars(qualities: readonly RunQuality[]): { readonly good: number; readonly all: number } {
  return {
    good: qualities.reduce((sum, { good }) => sum + good, 0),
    all: qualities.reduce((sum, { expected }) => sum + expected, 0),
  }
}

/** Quality of columns that are not stored. For one-price data both sides are derived, so they never cross. */
export function qualityOfColumns(
  columns: MarketColumns,
  interval: SeriesInterval,
  instrument: Instrument,
  period: { readonly start: number; readonly end: number; readonly closures: readonly Closure[] },
): RunQuality {
  const { start, end, closures } = period
  const table = tableOf(columns, interval)
  const grade = gradeMonth(table, instrument, { closures })
  const first = columns.time[0] ?? start
  const last = columns.time.at(-1) ?? start
  const hours = { calendar: instrument.calendar, closures }
  const cut = periodQuality({ ...grade, interval, first, last }, start, end, hours)
  return { ...cut, interval, price: table.key.price, ...flags(grade.summary) }
}

/** The profit of positions near defects in a run's prices. */
export function defectProfit(quality: RunQuality, positions: EarnedColumns): DefectProfit {
  return profitNearDefects(positions, quality.defects, NEAR_ROWS, slotMs(quality.interval))
}

function tableOf(columns: MarketColumns, interval: SeriesInterval): SeriesTable {
  const values =
    columns.kind === 'bar' ? BAR_COLUMNS.map((name) => columns[name]) : TICK_COLUMNS.map((name) => columns[name])
  return { key: { interval, price: 'quote' }, rows: columns.time.length, columns: values }
}

function flags({ shift, scaleFactor }: GradeSummary): Pick<RunQuality, 'shift' | 'scaleFactor'> {
  return { shift, scaleFactor }
}
