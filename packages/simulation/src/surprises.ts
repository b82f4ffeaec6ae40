import type { BarColumns, Instrument, TickColumns } from '@tradeloom/domain'
import { hash } from './seeded.ts'
import { simulateTicks } from './simulate-ticks.ts'
import { sliceBars } from './simulate-bars.ts'
import type { SimulatedProfile } from './simulated-profiles.ts'

const MINUTE = 60_000
const LASTS_MS = 2_000
/** One minute in so many has a surprise. */
const EVERY_MINUTES = 3
const WHOLE = 4_294_967_296

interface Surprise {
  readonly from: number
  readonly to: number
  /** In percent of the price, signed. */
  readonly percent: number
}

/** Ticks within a minute, with its surprise: the market jumps, and is back where it would have been after 2 s. */
export function surprisedTicks(profile: SimulatedProfile, instrument: Instrument, ticks: TickColumns): TickColumns {
  const surprise = surpriseAt(profile, ticks.time[0] ?? NaN)
  if (surprise === null) return ticks
  const { from, to, percent } = surprise
  const scale = 10 ** instrument.precision
  const last = (time: number): number =>
    Math.max(
      0,
      ticks.time.findLastIndex((one) => one <= time),
    )
  const known = new Set(ticks.time)
  const rows = [
    ...Array.from(ticks.time, (time, row) => ({ time, row })),
    ...[from, to].filter((time) => !known.has(time)).map((time) => ({ time, row: last(time) })),
  ].toSorted((a, b) => a.time - b.time)
  const jump = Math.round(((ticks.bid[0] as number) * scale * percent) / 100) + Math.sign(percent) * profile.spreadSteps
  const priced = (column: Float64Array): Float64Array =>
    Float64Array.from(rows, ({ time, row }) => {
      const price = column[row] as number
      return time >= from && time < to ? Math.round(price * scale + jump) / scale : price
    })
  return {
    kind: 'tick',
    time: Float64Array.from(rows, ({ time }) => time),
    bid: priced(ticks.bid),
    ask: priced(ticks.ask),
  }
}

/** Minutes with what their surprises made of them. */
export function surprisedBars(profile: SimulatedProfile, instrument: Instrument, bars: BarColumns): BarColumns {
  const { kind, ...columns } = bars
  const copies = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.slice()]))
  const surprised = { kind, ...copies } as unknown as BarColumns
  for (const [row, time] of bars.time.entries()) {
    if (surpriseAt(profile, time) === null) continue
    const base = simulateTicks(profile, instrument, sliceBars(bars, row, row + 1))
    const { bid, ask } = surprisedTicks(profile, instrument, base)
    surprised.bidHigh[row] = Math.max(...bid)
    surprised.bidLow[row] = Math.min(...bid)
    surprised.askHigh[row] = Math.max(...ask)
    surprised.askLow[row] = Math.min(...ask)
    surprised.volume[row] = bid.length
  }
  return surprised
}

/** That of the minute of a time; null if it has none. It begins after the first tick and ends before the last one. */
function surpriseAt({ surprises, seed }: SimulatedProfile, time: number): Surprise | null {
  const minute = Math.floor(time / MINUTE)
  if (surprises === undefined || Number.isNaN(minute)) return null
  const dice = (subject: number): number => hash(seed, minute, 7, subject)
  if (dice(0) % EVERY_MINUTES !== 0) return null
  const from = minute * MINUTE + 5_000 + (dice(1) % 45_000)
  const { least, most } = surprises
  const size = least + (most - least) * (dice(2) / WHOLE)
  return { from, to: from + LASTS_MS, percent: dice(3) % 2 === 0 ? size : -size }
}
