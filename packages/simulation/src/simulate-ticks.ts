import type { BarColumns, Instrument, TickColumns } from '@tradeloom/domain'
import { hash, SeededStream } from './seeded.ts'
import type { SimulatedProfile } from './simulated-profiles.ts'

/**
 * Ticks inside minute bars: each minute begins at its open, touches its high and low, ends at its close and keeps its
 * spread, so both resolutions agree on both sides. They depend only on the bar and its time.
 */
export function simulateTicks(profile: SimulatedProfile, instrument: Instrument, bars: BarColumns): TickColumns {
  const rows = bars.volume.reduce((sum, count) => sum + count, 0)
  const ticks: TickColumns = {
    kind: 'tick',
    time: new Float64Array(rows),
    bid: new Float64Array(rows),
    ask: new Float64Array(rows),
  }
  let row = 0
  for (let bar = 0; bar < bars.time.length; bar++) {
    row = simulateMinute(profile, instrument, bars, bar, ticks, row)
  }
  return ticks
}

function simulateMinute(
  profile: SimulatedProfile,
  instrument: Instrument,
  bars: BarColumns,
  bar: number,
  { time, bid, ask }: TickColumns,
  from: number,
): number {
  const at = (column: Float64Array): number => column[bar] as number
  const [start, open, high, low, close] = [
    at(bars.time),
    at(bars.bidOpen),
    at(bars.bidHigh),
    at(bars.bidLow),
    at(bars.bidClose),
  ]
  const count = at(bars.volume)
  const scale = 10 ** instrument.precision
  const spread = Math.round((at(bars.askOpen) - open) * scale)
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
    time[from + tick] = start + Math.floor(((tick + random.uniform() * 0.9) / count) * 60_000)
    bid[from + tick] = price / scale
    ask[from + tick] = (price + spread) / scale
  }
  // If the number of ticks is not a multiple of three, the corners fall between ticks: high and low must still be
  // touched.
  const third = from + Math.round((count - 1) / 3)
  const twoThirds = from + Math.round(((count - 1) * 2) / 3)
  for (const [index, corner] of [
    [third, corners[1]],
    [twoThirds, corners[2]],
  ] as [number, number][]) {
    bid[index] = corner
    ask[index] = (Math.round(corner * scale) + spread) / scale
  }
  return from + count
}
