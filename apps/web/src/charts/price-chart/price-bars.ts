import type { Position } from '@tradeloom/contracts'
import { bisector } from 'd3-array'
import type { HistogramData, LineData, UTCTimestamp, WhitespaceData } from 'lightweight-charts'
import type { PlotLine } from './plot-lines.ts'
import type { PlotRange } from './plot-range-primitive.ts'
import type { LocatedPosition } from './positions-primitive.ts'

/**
 * Time, open, high, low, close and volume of a bar; only the time where a chart with gaps has no bar. A brick also has the
 * time of the bar that completed it, and a tick a mark after its time.
 */
export type PriceRow = readonly number[]

const TIME = 0
const OPEN = 1
const CLOSE = 4
const VOLUME = 5
const BAR_TIME = 6
const TICK_COLUMNS = 8

export const rowTime = (row: PriceRow): number => row[TIME] ?? 0
/** The start of the bar that a row comes from. */
export const barTime = (row: PriceRow): number => row[BAR_TIME] ?? rowTime(row)
export const isGap = (row: PriceRow): boolean => row.length === 1
export const isTick = (row: PriceRow): boolean => row.length === TICK_COLUMNS
/** The chart counts in whole numbers, one for each row: seconds for bars, milliseconds for ticks. */
export const chartTime = (row: PriceRow): UTCTimestamp =>
  (isTick(row) ? rowTime(row) : Math.floor(rowTime(row) / 1000)) as UTCTimestamp

export function toVolume(row: PriceRow, up: string, down: string): HistogramData<UTCTimestamp> {
  const isUp = (row[CLOSE] ?? 0) >= (row[OPEN] ?? 0)
  return { time: chartTime(row), value: row[VOLUME] ?? 0, color: isUp ? up : down }
}

/** Rows of both, oldest first, without duplicate times: the last bar may have been forming, and is replaced. */
export function joinRows(left: readonly PriceRow[], right: readonly PriceRow[]): PriceRow[] {
  const last = left.at(-1)
  if (last === undefined) return [...right]
  const newer = right.filter((row) => rowTime(row) > rowTime(last) || (rowTime(row) === rowTime(last) && !isTick(row)))
  const [first] = newer
  return [...(first !== undefined && rowTime(first) === rowTime(last) ? left.slice(0, -1) : left), ...newer]
}

const byTime = bisector(rowTime)

/** The index of the last bar that starts at or before `time`; -1 before the first bar. */
export function barIndexAt(rows: readonly PriceRow[], time: number): number {
  return byTime.right(rows, time) - 1
}

/** The close of the bar before another one; null before the first one. */
export function closeBefore(rows: readonly PriceRow[], row: PriceRow): number | null {
  let at = barIndexAt(rows, rowTime(row)) - 1
  while (at > 0 && isGap(rows[at] as PriceRow)) at -= 1
  return rows[at]?.[CLOSE] ?? null
}

/** Positions that overlap the rows, which end at a time, with the rows in which they open and close. */
export function locatePositions(
  rows: readonly PriceRow[],
  positions: readonly Position[],
  end: number,
): LocatedPosition[] {
  const first = rows[0]
  if (first === undefined) return []
  const start = rowTime(first)
  return positions
    .filter(({ openTime, closeTime }) => openTime < end && (closeTime ?? Number.POSITIVE_INFINITY) >= start)
    .map((position) => ({
      position,
      from: Math.max(0, barIndexAt(rows, position.openTime)),
      to: position.closeTime === null ? rows.length - 1 : Math.max(0, barIndexAt(rows, position.closeTime)),
    }))
}

type PlotPoint = LineData<UTCTimestamp> | WhitespaceData<UTCTimestamp>

/**
 * A plot on the chart's bars: the last value of each. Times without a bar would shift the chart's bars. No step leads over
 * a gap: the value before it does not hold there.
 */
export function plotOnBars(
  rows: readonly PriceRow[],
  { bars, isStepped = false }: Pick<PlotLine, 'bars' | 'isStepped'>,
): PlotPoint[] {
  const points: PlotPoint[] = []
  let isGapBefore = false
  for (const row of rows) {
    const bar = bars.get(barTime(row))
    if (bar === undefined) continue
    const [time, value] = [chartTime(row), bar.last]
    if (value === null) points.push({ time })
    else points.push(isStepped && isGapBefore ? { time, value, color: 'transparent' } : { time, value })
    isGapBefore = value === null
  }
  return points
}

/** The bars in which a plot has several values, with the lowest and highest of them. */
export function rangesOnBars(rows: readonly PriceRow[], { bars }: Pick<PlotLine, 'bars'>): PlotRange[] {
  return rows.flatMap((row, barIndex) => {
    const { min = null, max = null } = bars.get(barTime(row)) ?? {}
    return min === null || max === null || min === max ? [] : [{ barIndex, min, max }]
  })
}
