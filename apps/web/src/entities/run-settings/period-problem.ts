import type { MarketInstrument } from '@tradeloom/contracts'
import { dataProblem } from '@tradeloom/domain'
import { availableData, dataRange, dialogDay, type PeriodSettings, runPeriod } from './run-period.ts'

type Problem = ReturnType<typeof dataProblem>

/** What an instrument's data lacks for a period, in the words of the server; null for a day that is missing. */
export function periodProblem(
  { displaySymbol: market, calendar, series }: Pick<MarketInstrument, 'displaySymbol' | 'calendar' | 'series'>,
  resolution: 0 | 1,
  period: { readonly start: number; readonly end: number } | null,
): Problem {
  const data = availableData({ series }, resolution)
  if (period === null && data.length > 0) return null
  return dataProblem({ market, calendar, resolution, data, day: dialogDay, ...(period ?? { start: 0, end: 0 }) })
}

/** Whether an instrument has data for both days. */
export function isCovered(
  settings: PeriodSettings,
  instrument: MarketInstrument | undefined,
  resolution: 0 | 1,
): boolean {
  const period = runPeriod(settings, dataRange(instrument, resolution))
  return instrument !== undefined && period !== null && periodProblem(instrument, resolution, period) === null
}
