import { contest, type Standing } from './contest.ts'
import type { IndicatorTask } from './contestants/indicators/indicator-task.ts'
import type { Table } from './measure.ts'

const POINTS = 1_000_000
const KEYS = ['SMA', 'EMA', 'RSI', 'MACD', 'BollingerBands', 'ATR'] as const
const BY_VALUE = 'value by value'
const BY_LIST = 'whole lists'
const LIBRARIES = [
  ['trading-signals', 'trading-signals.ts', BY_VALUE],
  ['technicalindicators', 'technicalindicators.ts', BY_VALUE],
  ['indicatorts', 'indicatorts.ts', BY_LIST],
  ['@ixjb94/indicators', 'ixjb94.ts', BY_LIST],
] as const

/** With the libraries' way of the same kind. */
const OURS = [
  ['Tradeloom', 'tradeloom.ts', 'value by value', BY_VALUE],
  ['Tradeloom', 'tradeloom-ahead.ts', 'value by value in a backtest', BY_VALUE],
  ['Tradeloom', 'tradeloom-columns.ts', 'whole columns', BY_LIST],
] as const

/**
 * Our indicators against npm libraries, in the ways in which the product runs them: value by value for bars that nobody
 * knows in advance, value by value in a backtest, which knows them, and over whole columns as when an indicator is
 * computed by itself. The results are compared, too.
 */
export async function indicatorsAgainstLibraries(): Promise<Table[]> {
  const tables: Table[] = []
  for (const key of KEYS) {
    const task: IndicatorTask = { key, points: POINTS }
    const entrants = [...OURS, ...LIBRARIES]
    // One indicator after the other; the contestants of each take turns.
    const standings = await contest(
      entrants.map(([name, module]) => ({ name, module: `indicators/${module}`, task })),
      11,
    )
    const [streamed] = standings
    if (!streamed) throw new Error('There are no contestants')
    const libraries = standings.slice(OURS.length)
    const fastest = (way?: string): number =>
      Math.min(...libraries.filter((_, at) => way === undefined || LIBRARIES[at]?.[2] === way).map(({ ms }) => ms))
    tables.push({
      title: `${key} of a million prices, one after the other`,
      rows: standings.map((standing, at) => ({
        what: `${standing.name}, ${entrants[at]?.[2]}`,
        ms: standing.ms,
        ratio: standing.ms / streamed.ms,
        note: againstLibraries(standing, OURS[at]?.[3], fastest) ?? difference(streamed, standing),
      })),
    })
  }
  return tables
}

/** Null for a library. */
function againstLibraries({ ms }: Standing, way: string | undefined, fastest: (way?: string) => number): string | null {
  if (way === undefined) return null
  return `${(ms / fastest()).toFixed(2)} x the fastest library, ${(ms / fastest(way)).toFixed(2)} x the fastest ${way}`
}

/** The largest difference between the last thousand values of each output, relative to the larger one. */
function difference(ours: Standing, theirs: Standing): string {
  const [own, other] = [ours.result as number[][], theirs.result as number[][]]
  const most = other.map((values, output) => {
    const mine = own[output] ?? []
    return Math.max(...values.map((value, at) => relative(value, mine[at] ?? Number.NaN)))
  })
  const largest = Math.max(...most)
  return largest < 1e-9 ? 'same values' : `values differ by up to ${largest.toExponential(1)}`
}

function relative(one: number, other: number): number {
  // Differences of averages pass through zero, where only their absolute size is meaningful.
  return Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other), 1e-4)
}
