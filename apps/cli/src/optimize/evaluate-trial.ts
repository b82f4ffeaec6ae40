import { UserError } from '@tradeloom/domain'
import { metricInputOf, type RunSpec } from '@tradeloom/engine'
import { computeMetrics } from '@tradeloom/metrics'
import { type Constraint, type Lattice, type Objective, outcomeOf, type Point } from '@tradeloom/optimizer'
import type { RunnerPool, RunOutcome, RunRequest } from '@tradeloom/sandbox'

import { runComplaint } from '../run-complaint.ts'
import type { EvaluatedTrial } from './evaluated-trial.ts'

export interface TrialSetup {
  readonly file: string
  readonly source: string
  readonly spec: RunSpec
  readonly series: RunRequest['series']
  readonly lattice: Lattice
  readonly objectives: readonly Objective[]
  readonly constraints: readonly Constraint[]
  readonly pool: RunnerPool
}

/** Runs the backtest of a point. An error of the script is a result; an internal error throws after a second attempt. */
export async function evaluateTrial(setup: TrialSetup, index: number, point: Point): Promise<EvaluatedTrial> {
  const { file, source, series, lattice, pool } = setup
  const values = lattice.valuesOf(point)
  const externals = Object.fromEntries(lattice.axes.map(({ name }, k) => [name, values[k] as number]))
  const spec = { ...setup.spec, externals: { ...setup.spec.externals, ...externals } }
  const run = () => pool.run({ id: `trial-${index}`, tenant: 'terminal', source, spec, series })
  let outcome = await run()
  if (outcome.status === 'failed') outcome = await run()
  if (outcome.status === 'completed') return completed(setup, index, point, externals, outcome)
  const problem = runComplaint(file, outcome)
  if (outcome.status !== 'errored') throw new UserError('invalid-input', problem)
  const none = { profit: null, profitPercentage: null, positionCount: null, maxDrawdown: null, objective: null }
  return {
    index,
    point,
    scores: setup.objectives.map(() => null),
    violation: Infinity,
    row: { index, externals, status: 'Errored', ...none },
    ledgerHash: null,
    dailyReturns: [],
    problem,
  }
}

function completed(
  { objectives, constraints }: TrialSetup,
  index: number,
  point: Point,
  externals: Readonly<Record<string, number>>,
  { result }: Extract<RunOutcome, { status: 'completed' | 'stopped' }>,
): EvaluatedTrial {
  const keys = [...objectives, ...constraints].map(({ metric }) => metric)
  const metrics = computeMetrics(metricInputOf(result), { intervals: false, keys })
  const metricOf = (key: string) => metrics[key]?.value ?? null
  const { profit, profitPercentage, positionCount, maxDrawdown } = result.statistics
  const objective = metricOf(objectives[0]?.metric ?? 'profit')
  const numbers = { profit, profitPercentage, positionCount, maxDrawdown, objective }
  return {
    index,
    point,
    ...outcomeOf({ objectives, constraints, metricOf }),
    row: { index, externals, status: 'Completed', ...numbers },
    ledgerHash: result.ledgerHash,
    dailyReturns: returnsOf(result.basis.initialBalance, result.days.equity),
    problem: null,
  }
}

/** None of a ruined account: its returns would mean nothing. */
function returnsOf(initialBalance: number, equity: Float64Array): number[] {
  if (equity.some((value) => value <= 0)) return []
  return Array.from(equity, (value, day) => value / (day === 0 ? initialBalance : (equity[day - 1] as number)) - 1)
}
