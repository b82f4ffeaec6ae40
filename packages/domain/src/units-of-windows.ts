import { computeUnits } from './compute-units.ts'

interface Window {
  readonly trainStart: number
  readonly trainEnd: number
  readonly testStart: number
  readonly testEnd: number
}

/**
 * Compute units of walk-forward windows: every training runs the whole search, every test one backtest. Windows with the
 * same training share it, so it is charged once.
 */
export function unitsOfWindows(windows: readonly Window[], total: number, resolution: 0 | 1): number {
  const trainings = new Map(
    windows.map(({ trainStart: start, trainEnd: end }) => [`${start} ${end}`, { start, end }] as const),
  )
  const tests = windows.map(({ testStart: start, testEnd: end }) => ({ start, end }))
  const unitsOf = (periods: readonly { readonly start: number; readonly end: number }[]): number =>
    periods.reduce((sum, period) => sum + computeUnits(period, resolution), 0)
  return unitsOf([...trainings.values()]) * total + unitsOf(tests)
}
