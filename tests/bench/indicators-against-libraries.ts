import { contest, type Standing } from './contest.ts'
import type { IndicatorTask } from './contestants/indicators/indicator-task.ts'
import type { Table } from './measure.ts'

const POINTS = 1_000_000
const KEYS = ['SMA', 'EMA', 'RSI', 'MACD', 'BollingerBands', 'ATR'] as const
const LIBRARIES = [
  ['trading-signals', 'trading-signals.ts', 'value by value'],
  ['technicalindicators', 'technicalindicators.ts', 'value by value'],
  ['indicatorts', 'indicatorts.ts', 'whole lists'],
  ['@ixjb94/indicators', 'ixjb94.ts', 'whole lists'],
] as const

const OURS = [
  ['Tradeloom', 'tradeloom.ts', 'value by value'],
  ['Tradeloom', 'tradeloom-ahead.ts', 'value by value in a backtest'],
  ['Tradeloom', 'tradeloom-columns.ts', 'whole columns'],
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
    const fastest = Math.min(...standings.slice(OURS.length).map(({ ms }) => ms))
    tables.push({
      title: `${key} of a million prices, one after the other`,
      rows: standings.map((standing, at) => ({
        what: `${standing.name}, ${entrants[at]?.[2]}`,
        ms: standing.ms,
        ratio: standing.ms / streamed.ms,
        note:
          at < OURS.length
            ? `${(standing.ms / fastest).toFixed(2)} x the fastest library`
            : difference(streamed, standing),
      })),
    })
  }
  return tables
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
