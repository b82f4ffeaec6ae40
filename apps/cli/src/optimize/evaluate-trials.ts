import { UserError } from '@tradeloom/domain'
import type { RunSpec } from '@tradeloom/engine'
import { sharpeSample } from '@tradeloom/metrics'
import { type Constraint, type Lattice, type Objective, outcomeOf, type Point } from '@tradeloom/optimizer'
import type { RunnerPool, RunRequest, SweepRow } from '@tradeloom/sandbox'

import { runComplaint } from '../run-complaint.ts'
import type { EvaluatedTrial } from './evaluated-trial.ts'
import type { OptimizationRow } from './optimization-row.ts'

export interface TrialSetup {
  readonly file: string
  readonly source: string
  readonly spec: RunSpec
  /** Days in a year, of the market that is traded. */
  readonly perYear: number
  readonly series: RunRequest['series']
  readonly lattice: Lattice
  readonly objectives: readonly Objective[]
  readonly constraints: readonly Constraint[]
  readonly pool: RunnerPool
  readonly signal: AbortSignal
}

/**
 * Runs the backtests of points, whose indexes count from `first`. An error of the script is a result; an internal error
 * throws after a second attempt. Null if it was interrupted.
 */
export async function evaluateTrials(
  setup: TrialSetup,
  first: number,
  points: readonly Point[],
): Promise<EvaluatedTrial[] | null> {
  const { file, source, series, spec, lattice, objectives, constraints, pool, signal } = setup
  const externals = points.map((point) => externalsOf(lattice, point))
  const request = {
    id: `batch-${first}`,
    // For all windows of a walk-forward, too: they follow each other in the same runners.
    sweep: 'terminal',
    tenant: 'terminal',
    source,
    spec,
    series,
    points: externals,
    metrics: [...new Set([...objectives, ...constraints].map(({ metric }) => metric))],
    signal,
  }
  let outcome = await pool.sweep(request)
  if (outcome.status === 'failed' && !signal.aborted) outcome = await pool.sweep(request)
  if (outcome.status === 'completed') {
    return outcome.rows.map((row, at) =>
      trialOf(setup, row, { index: first + at, point: points[at] as Point, externals: externals[at] ?? {} }),
    )
  }
  if (signal.aborted) return null
  throw new UserError('invalid-input', runComplaint(file, outcome))
}

interface Place {
  readonly index: number
  readonly point: Point
  readonly externals: Readonly<Record<string, number>>
}

function externalsOf(lattice: Lattice, point: Point): Readonly<Record<string, number>> {
  const values = lattice.valuesOf(point)
  return Object.fromEntries(lattice.axes.map(({ name }, k) => [name, values[k] as number]))
}

function trialOf(setup: TrialSetup, row: SweepRow, { index, point, externals }: Place): EvaluatedTrial {
  const { file, perYear, objectives, constraints } = setup
  if (row.status === 'Errored') {
    const none = {
      profit: null,
      profitPercentage: null,
      positionCount: null,
      maxDrawdown: null,
      maxDrawdownPercentage: null,
      isFeasible: false,
      violation: null,
    }
    const error = runComplaint(file, { ...row, status: 'errored', log: [] })
    return {
      index,
      point,
      scores: objectives.map(() => null),
      violation: Infinity,
      status: 'Errored',
      isBeforePrices: row.isBeforePrices === true,
      row: { index, externals, status: 'Errored', ...none, ...objectiveValues(objectives, () => null), error },
      ledgerHash: null,
      dailyReturns: [],
      sample: null,
    }
  }
  const metricOf = (key: string) => row.metrics[key] ?? null
  const outcome = outcomeOf({ objectives, constraints, metricOf })
  const { profit, profitPercentage, positionCount, maxDrawdown, maxDrawdownPercentage } = row
  const numbers = { profit, profitPercentage, positionCount, maxDrawdown, maxDrawdownPercentage }
  const kept = {
    isFeasible: outcome.violation === 0,
    violation: Number.isFinite(outcome.violation) ? outcome.violation : null,
  }
  return {
    index,
    point,
    ...outcome,
    status: 'Completed',
    row: {
      index,
      externals,
      status: 'Completed',
      ...numbers,
      ...objectiveValues(objectives, metricOf),
      ...kept,
      error: null,
    },
    ledgerHash: row.ledgerHash,
    dailyReturns: Array.from(row.dailyReturns),
    sample: sharpeSample(row.dailyReturns, perYear),
  }
}

function objectiveValues(
  objectives: readonly Objective[],
  metricOf: (key: string) => number | null,
): Pick<OptimizationRow, 'objective' | 'objectives'> {
  const values = objectives.map(({ metric }) => [metric, metricOf(metric)] as const)
  return { objective: values[0]?.[1] ?? null, objectives: Object.fromEntries(values) }
}
