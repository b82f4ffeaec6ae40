import type { Position } from '@tradeloom/contracts'
import { type BarInterval, INTERVALS } from '@tradeloom/domain'
import type { CandlestickData, HistogramData, LineData, UTCTimestamp, WhitespaceData } from 'lightweight-charts'
import type { PlotLine } from './plot-lines.ts'
import type { PlotRange } from './plot-range-primitive.ts'
import type { PlacedPosition } from './positions-primitive.ts'

/** One row of the historical-prices call; the chart shows bids, as the engine's bars do. */
export type PriceRow = readonly number[]

const TIME = 0
const BID_OPEN = 1
const BID_HIGH = 2
const BID_LOW = 3
const BID_CLOSE = 4
const VOLUME = 9

export const rowTime = (row: PriceRow): number => row[TIME] ?? 0
const seconds = (row: PriceRow): UTCTimestamp => Math.floor(rowTime(row) / 1000) as UTCTimestamp

export function toCandle(row: PriceRow): CandlestickData<UTCTimestamp> {
  return {
    time: seconds(row),
    open: row[BID_OPEN] ?? 0,
    high: row[BID_HIGH] ?? 0,
    low: row[BID_LOW] ?? 0,
    close: row[BID_CLOSE] ?? 0,
  }
}

export function toVolume(row: PriceRow, up: string, down: string): HistogramData<UTCTimestamp> {
  const isUp = (row[BID_CLOSE] ?? 0) >= (row[BID_OPEN] ?? 0)
  return { time: seconds(row), value: row[VOLUME] ?? 0, color: isUp ? up : down }
}

/** Rows of both, oldest first, each time once. */
export function joinRows(left: readonly PriceRow[], right: readonly PriceRow[]): PriceRow[] {
  const last = left.at(-1)
  return last === undefined ? [...right] : [...left, ...right.filter((row) => rowTime(row) > rowTime(last))]
}

/** The place of the last bar that starts at `time` or before it; -1 before the first bar. */
export function placeOf(rows: readonly PriceRow[], time: number): number {
  let low = -1
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const row = rows[middle]
    if (row !== undefined && rowTime(row) <= time) low = middle
    else high = middle - 1
  }
  return low
}

/** Positions that touch the loaded bars, by bar. */
export function placePositions(
  rows: readonly PriceRow[],
  positions: readonly Position[],
  interval: BarInterval,
): PlacedPosition[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return []
  const begin = rowTime(first)
  const end = rowTime(last) + INTERVALS[interval].ms
  return positions
    .filter(({ openTime, closeTime }) => openTime < end && (closeTime ?? Number.POSITIVE_INFINITY) >= begin)
    .map((position) => ({
      position,
      from: Math.max(0, placeOf(rows, position.openTime)),
      to: position.closeTime === null ? rows.length - 1 : Math.max(0, placeOf(rows, position.closeTime)),
    }))
}

type PlotPoint = LineData<UTCTimestamp> | WhitespaceData<UTCTimestamp>

/** A script's plot on the chart's bars: the last value within each. Times the chart lacks would shift its bars. */
export function plotOnBars(rows: readonly PriceRow[], { bars }: Pick<PlotLine, 'bars'>): PlotPoint[] {
  const points: PlotPoint[] = []
  for (const row of rows) {
    const bar = bars.get(rowTime(row))
    if (bar !== undefined)
      points.push(bar.last === null ? { time: seconds(row) } : { time: seconds(row), value: bar.last })
  }
  return points
}

/** The bars in which a plot has several values, with their extremes. */
export function rangesOnBars(rows: readonly PriceRow[], { bars }: Pick<PlotLine, 'bars'>): PlotRange[] {
  return rows.flatMap((row, at) => {
    const { min = null, max = null } = bars.get(rowTime(row)) ?? {}
    return min === null || max === null || min === max ? [] : [{ at, min, max }]
  })
}
