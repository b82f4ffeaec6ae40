import { contest, type Standing } from './contest.ts'
import type { IndicatorTask } from './contestants/indicators/indicator-task.ts'
import type { Table } from './measure.ts'

const POINTS = 1_000_000
const KEYS = ['SMA', 'EMA', 'RSI', 'MACD', 'BollingerBands'] as const
const LIBRARIES = [
  ['trading-signals', 'trading-signals.ts', 'value by value'],
  ['technicalindicators', 'technicalindicators.ts', 'value by value'],
  ['indicatorts', 'indicatorts.ts', 'whole lists'],
  ['@ixjb94/indicators', 'ixjb94.ts', 'whole lists'],
] as const

/** Our indicators, value by value as the engine runs them, against libraries of npm; the results are compared as well. */
export async function indicatorsAgainstLibraries(): Promise<Table[]> {
  const tables: Table[] = []
  for (const key of KEYS) {
    const task: IndicatorTask = { key, points: POINTS }
    // One indicator after the other: the contestants of one share the machine in turns.
    const [ours, ...others] = await contest(
      [
        { name: 'Tradeloom', module: 'indicators/tradeloom.ts', task },
        ...LIBRARIES.map(([name, module]) => ({ name, module: `indicators/${module}`, task })),
      ],
      11,
    )
    if (!ours) throw new Error('Nobody came')
    const fastest = Math.min(...others.map(({ ms }) => ms))
    tables.push({
      title: `${key} of a million prices, one after the other`,
      rows: [
        {
          what: 'Tradeloom, value by value',
          ms: ours.ms,
          ratio: 1,
          note: `${(ours.ms / fastest).toFixed(2)} x the fastest library`,
        },
        ...others.map((standing, at) => ({
          what: `${standing.name}, ${LIBRARIES[at]?.[2]}`,
          ms: standing.ms,
          ratio: standing.ms / ours.ms,
          note: difference(ours, standing),
        })),
      ],
    })
  }
  return tables
}

/** How far the last thousand values of each output are apart, relative to the larger one. */
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
  // Differences of averages pass through zero, where only their absolute size means something.
  return Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other), 1e-4)
}
