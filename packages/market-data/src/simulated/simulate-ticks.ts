import type { Instrument } from '@tradeloom/domain'

import type { SeriesTable } from '../store/series.ts'
import { hash, SeededStream } from './seeded.ts'
import type { SimulatedProfile } from './simulated-instruments.ts'

/**
 * Ticks inside minute bars: each minute begins at its open, touches its high and low and ends at its close, so both
 * resolutions agree. They depend only on the bar and its time.
 */
export function simulateTicks(profile: SimulatedProfile, instrument: Instrument, bars: SeriesTable): SeriesTable {
  const volume = bars.columns[9] as Float64Array
  const rows = volume.reduce((sum, count) => sum + count, 0)
  const columns = [new Float64Array(rows), new Float64Array(rows), new Float64Array(rows)] as const
  let row = 0
  for (let bar = 0; bar < bars.rows; bar++) {
    row = simulateMinute(profile, instrument, bars, bar, columns, row)
  }
  return { key: { interval: 'Tick', price: 'quote' }, rows, columns }
}

function simulateMinute(
  profile: SimulatedProfile,
  instrument: Instrument,
  bars: SeriesTable,
  bar: number,
  [time, bid, ask]: readonly [Float64Array, Float64Array, Float64Array],
  from: number,
): number {
  const at = (column: number): number => (bars.columns[column] as Float64Array)[bar] as number
  const [start, open, high, low, close, count] = [at(0), at(1), at(2), at(3), at(4), at(9)]
  const scale = 10 ** instrument.precision
  const step = 1 / scale
  const spread = Math.round((at(5) - open) * scale)
  const random = new SeededStream(hash(profile.seed, Math.floor(start / 60_000), 5))
  const highFirst = random.uniform() < 0.5
  const corners = [open, highFirst ? high : low, highFirst ? low : high, close]
  for (let tick = 0; tick < count; tick++) {
    const part = (tick / (count - 1)) * 3
    const leg = Math.min(2, Math.floor(part))
    const along = part - leg
    const straight = (corners[leg] as number) * (1 - along) + (corners[leg + 1] as number) * along
    const shaken =
      along === 0 || tick === count - 1 ? straight : straight + (random.uniform() - 0.5) * (high - low) * 0.2
    const price = Math.round(Math.min(high, Math.max(low, shaken)) * scale)
    const wide = Math.max(1, spread + Math.round((random.uniform() - 0.5) * spread * 0.4))
    time[from + tick] = start + Math.floor(((tick + random.uniform() * 0.9) / count) * 60_000)
    bid[from + tick] = price / scale
    ask[from + tick] = (price + wide) / scale
  }
  // If the number of ticks is not a multiple of three, the corners fall between ticks: high and low must still be
  // touched.
  const third = from + Math.round((count - 1) / 3)
  const twoThirds = from + Math.round(((count - 1) * 2) / 3)
  for (const [index, corner] of [
    [third, corners[1]],
    [twoThirds, corners[2]],
  ] as [number, number][]) {
    const gap = Math.max(step, (ask[index] as number) - (bid[index] as number))
    bid[index] = corner
    ask[index] = Math.round((corner + gap) * scale) / scale
  }
  return from + count
}
