import { BAR_COLUMNS, type BarColumns, type Instrument } from '@tradeloom/domain'
import { simulateDay } from './simulate-day.ts'
import type { SimulatedProfile } from './simulated-profiles.ts'

const DAY = 86_400_000

/** Minute bars of whole UTC days, `start <= time < end`. */
export function simulateBars(
  profile: SimulatedProfile,
  instrument: Instrument,
  start: number,
  end: number,
): BarColumns {
  const bars = emptyBars((end - start) / 60_000)
  const scale = 10 ** instrument.precision
  let rows = 0
  for (let day = start; day < end; day += DAY) {
    simulateDay(profile, instrument, day, (time, open, high, low, close, spread, volume) => {
      bars.bidOpen[rows] = open / scale
      bars.bidHigh[rows] = high / scale
      bars.bidLow[rows] = low / scale
      bars.bidClose[rows] = close / scale
      bars.askOpen[rows] = (open + spread) / scale
      bars.askHigh[rows] = (high + spread) / scale
      bars.askLow[rows] = (low + spread) / scale
      bars.askClose[rows] = (close + spread) / scale
      bars.time[rows] = time
      bars.volume[rows] = volume
      rows += 1
    })
  }
  return sliceBars(bars, 0, rows)
}

/** Rows `[from, to)` as views of the same memory. */
export function sliceBars(bars: BarColumns, from: number, to: number): BarColumns {
  return barsOf((name) => bars[name].subarray(from, to))
}

function emptyBars(rows: number): BarColumns {
  return barsOf(() => new Float64Array(rows))
}

function barsOf(column: (name: (typeof BAR_COLUMNS)[number]) => Float64Array): BarColumns {
  const columns = Object.fromEntries(BAR_COLUMNS.map((name) => [name, column(name)]))
  return { kind: 'bar', ...columns } as unknown as BarColumns
}
