import { isGap, type PriceRow, rowTime } from './price-bars.ts'

/** A chart counts whole seconds, and has one bar for each. */
const SECOND = 1000
/** Bars in the average true range. */
const ATR_BARS = 14
/** A brick smaller than this part of the average true range would give more bricks than can be drawn. */
const MIN_PART_OF_RANGE = 0.1

export interface BrickScale {
  /** The smallest change of the price. */
  readonly point: number
  /** Of the instrument; bricks of a fixed size are counted in it. */
  readonly pipSize: number
}

/**
 * The size of the bricks: the average true range of 14 bars after the last one, in whole points, or a number of pips. A
 * size below a tenth of that range is doubled until it is not.
 */
export function brickSize(rows: readonly PriceRow[], pips: number | null, { point, pipSize }: BrickScale): number {
  const range = averageTrueRange(rows)
  const points = Math.max(1, Math.round((pips === null ? range : pips * pipSize) / point))
  let doubled = points
  while (doubled * point < range * MIN_PART_OF_RANGE) doubled *= 2
  return doubled * point
}

/** Wilder's average. Zero without bars. */
function averageTrueRange(rows: readonly PriceRow[]): number {
  let average = 0
  let count = 0
  let before: number | null = null
  for (const row of rows) {
    if (isGap(row)) continue
    const [, , high = 0, low = 0, close = 0] = row
    const range = Math.max(high, before ?? high) - Math.min(low, before ?? low)
    before = close
    count++
    average += (range - average) / Math.min(count, ATR_BARS)
  }
  return average
}

/**
 * Renko bricks from closing prices. Their edges are multiples of the size, so that bricks do not depend on the first bar
 * once the price has turned. A trend goes on after one size, and turns after two. A brick has the time of the bar that
 * completed it, further bricks of that bar follow in seconds; the bar's own time is its last column. The first row is an
 * empty brick at the first price.
 */
export function renkoBricks(rows: readonly PriceRow[], size: number): PriceRow[] {
  const bricks: number[][] = []
  let volume = 0
  // Edges of the last brick, counted in sizes.
  let [bottom, top] = [0, 0]
  const add = (from: number, to: number, row: PriceRow): void => {
    const last = bricks.at(-1)
    const time = Math.max(rowTime(row), last === undefined ? 0 : rowTime(last) + SECOND)
    bottom = Math.min(from, to)
    top = Math.max(from, to)
    bricks.push([time, from * size, top * size, bottom * size, to * size, volume, rowTime(row)])
    volume = 0
  }
  for (const row of rows) {
    if (isGap(row)) continue
    // A price on an edge must not miss it for the last bit of a division.
    const close = Number(((row[4] ?? 0) / size).toPrecision(12))
    volume += row[5] ?? 0
    if (bricks.length === 0) add(Math.round(close), Math.round(close), row)
    for (let more = Math.floor(close - top); more > 0; more--) add(top, top + 1, row)
    for (let more = Math.floor(bottom - close); more > 0; more--) add(bottom, bottom - 1, row)
  }
  return bricks
}
