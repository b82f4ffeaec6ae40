import { computeUnits, DAY, unitsOfWindows } from '@tradeloom/domain'
import type { WalkForwardWindow } from '@tradeloom/optimizer'

interface Planned {
  readonly resolution: 0 | 1
  readonly period: { readonly start: number; readonly end: number }
  /** Backtests at most, over the whole period and in each training window. */
  readonly total: number
  readonly windows: readonly WalkForwardWindow[]
}

export interface SearchCost {
  readonly units: number
  /** Days of prices that all backtests read together. */
  readonly days: number
}

/** What a search costs at most. */
export function searchCost({ resolution, period, total, windows }: Planned): SearchCost {
  const whole = total * (period.end - period.start)
  // Windows with the same training share it.
  const trainings = new Map(
    windows.map(({ trainStart, trainEnd }) => [`${trainStart} ${trainEnd}`, trainEnd - trainStart]),
  )
  const trained = [...trainings.values()].reduce((sum, time) => sum + time, 0)
  const tested = windows.reduce((sum, { testStart, testEnd }) => sum + (testEnd - testStart), 0)
  const time = whole + total * trained + tested
  return {
    units: computeUnits(period, resolution) * total + unitsOfWindows(windows, total, resolution),
    days: time / DAY,
  }
}
