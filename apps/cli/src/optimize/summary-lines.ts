import type { Constraint, Objective } from '@tradeloom/optimizer'
import type { FoundRows } from './found-rows.ts'
import type { MarkedRow } from './marked-row.ts'
import { metricTitle } from './metric-title.ts'

type Line = readonly [label: string, text: string]

/** How many rows there are of each kind, what ranks them, and what the marks in the table mean. */
export function summaryLines(found: FoundRows, areDuplicatesListed: boolean): Line[] {
  const { ranked, objectives, constraints, best } = found
  const completed = ranked.filter(({ status }) => status === 'Completed')
  return [
    ['Backtests', completed.length === ranked.length ? `${ranked.length}` : erroredText(ranked)],
    ...duplicatesLine(ranked, areDuplicatesListed),
    ...(constraints.length === 0 ? [] : infeasibleLines(completed, constraints)),
    ...(objectives.length === 1 ? [] : [frontLine(ranked)]),
    ['Ranked by', rankText(objectives, constraints)],
    ['Best', best ? bestText(best, objectives) : `none: no backtest ${missingText(found)}`],
  ]
}

function erroredText(ranked: readonly MarkedRow[]): string {
  const [first, ...others] = ranked
    .filter(({ status }) => status === 'Errored')
    .toSorted((one, other) => one.index - other.index)
  return `${ranked.length}; ${others.length + 1} errored, the first is ${first?.index}: ${first?.error?.split('\n', 1)[0]}`
}

function duplicatesLine(ranked: readonly MarkedRow[], areListed: boolean): Line[] {
  const count = ranked.filter(({ duplicateOf }) => duplicateOf !== null).length
  if (count === 0) return []
  const text = `${count} traded exactly like an earlier backtest`
  return [['Duplicates', areListed ? text : `${text}; --duplicates lists them`]]
}

function infeasibleLines(completed: readonly MarkedRow[], constraints: readonly Constraint[]): Line[] {
  const infeasible = completed.filter(({ isFeasible }) => !isFeasible)
  const rules = constraints.map(({ metric, bound, value }) => `${metric}${bound === 'at-least' ? '>=' : '<='}${value}`)
  return [
    ['Infeasible', `${infeasible.length} of ${completed.length} break ${rules.join(' or ')}`],
    ...(infeasible.some(({ violation }) => violation !== null) ? [['', unitsText(constraints)] as const] : []),
    ...(infeasible.some(({ violation }) => violation === null)
      ? [['', 'without a number: a metric has no value'] as const]
      : []),
  ]
}

function unitsText(constraints: readonly Constraint[]): string {
  const sum = constraints.length > 1 ? ', added up' : ''
  const zero = constraints.some(({ value }) => value === 0) ? ' (of a bound of 0, by its unit)' : ''
  return `by multiples of the bound${zero}${sum}`
}

function frontLine(ranked: readonly MarkedRow[]): Line {
  const front = ranked.filter(({ isOnFront }) => isOnFront)
  const duplicates = front.filter(({ duplicateOf }) => duplicateOf !== null).length
  const count = `${front.length}${duplicates === 0 ? '' : ` with ${duplicates} of the duplicates`}`
  return ['On front', `${count}: no other is as good in all objectives and better in one`]
}

function rankText(objectives: readonly Objective[], constraints: readonly Constraint[]): string {
  const [first] = objectives
  const steps = [
    ...(objectives.length > 1 ? ['Pareto front'] : []),
    ...(constraints.length > 0 ? ['constraints'] : []),
    `${metricTitle(first?.metric ?? '')}, ${first?.better} first`,
  ]
  return steps.join(', ')
}

function bestText({ index, externals }: MarkedRow, objectives: readonly Objective[]): string {
  const values = Object.entries(externals).map(([name, value]) => `${name} ${value}`)
  const by = objectives.length > 1 ? ' by the first objective' : ''
  return `backtest ${index}${by}: ${values.join(', ')}`
}

function missingText({ ranked, objectives: [{ metric }] }: FoundRows): string {
  return ranked.some(({ isFeasible }) => isFeasible) ? `has a value of ${metricTitle(metric)}` : 'keeps all constraints'
}
