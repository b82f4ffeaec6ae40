import { computeUnits } from './compute-units.ts'

interface Window {
  readonly trainStart: number
  readonly trainEnd: number
  readonly testStart: number
  readonly testEnd: number
}

/** Compute units of walk-forward windows: every training runs the whole search, every test one backtest. */
export function unitsOfWindows(windows: readonly Window[], total: number, resolution: 0 | 1): number {
  return windows.reduce((sum, { trainStart, trainEnd, testStart, testEnd }) => {
    const training = computeUnits({ start: trainStart, end: trainEnd }, resolution) * total
    return sum + training + computeUnits({ start: testStart, end: testEnd }, resolution)
  }, 0)
}
