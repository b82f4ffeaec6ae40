import { createRandom, type OhlcColumns } from '@tradeloom/domain'

export const BAR_COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume', 'spread'] as const

/** A random walk around 1.3 in points of 0.00001, with volumes and occasional gaps between close and open. */
export function randomBars(rows: number, seed: number, minutes = 30): OhlcColumns {
  const random = createRandom(seed)
  const bars = Object.fromEntries(BAR_COLUMNS.map((name) => [name, new Float64Array(rows)])) as Record<
    (typeof BAR_COLUMNS)[number],
    Float64Array
  >
  let points = 130_000
  for (let row = 0; row < rows; row++) {
    if (random() < 0.2) points += Math.round((random() - 0.5) * 150)
    const open = points
    points += Math.round((random() - 0.5) * 300 - (points - 130_000) * 0.001)
    bars.time[row] = row * minutes * 60_000
    bars.open[row] = open / 1e5
    bars.close[row] = points / 1e5
    bars.high[row] = (Math.max(open, points) + Math.round(random() * 100)) / 1e5
    bars.low[row] = (Math.min(open, points) - Math.round(random() * 100)) / 1e5
    bars.volume[row] = 50 + Math.round(random() * 1000)
    bars.spread[row] = 0.0001
  }
  return bars
}

export function rowsOf(bars: OhlcColumns, from: number, to: number): OhlcColumns {
  return Object.fromEntries(BAR_COLUMNS.map((name) => [name, bars[name].slice(from, to)])) as unknown as OhlcColumns
}
