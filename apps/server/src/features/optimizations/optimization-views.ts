import type { Optimization } from '@tradeloom/contracts'
import { viewRun } from '../runs/view-run.ts'
import type { OptimizationRecord } from './optimizations.repository.ts'

export function viewOptimization(record: OptimizationRecord, viewerId: string | null): Optimization {
  const { row } = record
  const isRefunded = row.units > 0 && row.unitsReturned === row.units
  return {
    ...viewRun(row, record, viewerId),
    externalsSettings: row.externalsSettings,
    strategy: row.strategy,
    genetic: row.genetic,
    budget: row.budget,
    objectives: row.objectives,
    constraints: row.constraints,
    seed: row.seed,
    walkForward: row.walkForward,
    permutationCount: row.permutationCount,
    daysPerYear: row.daysPerYear,
    total: row.total,
    done: row.done,
    progress: progressOf(row),
    statusDetail: row.statusDetail,
    remainingMs: remainingOf(row),
    bestIndex: row.bestIndex,
    bestProfit: row.bestProfit,
    // What was given back in part was not used.
    units: isRefunded ? row.units : row.units - row.unitsReturned,
    unitsRefunded: isRefunded,
  }
}

type Row = OptimizationRecord['row']

function progressOf({ status, done, total }: Row): number {
  if (status === 'Queued') return -1
  if (status === 'Completed') return 100
  // The end is more than the last backtest: the best are run again.
  return Math.min(99.9, (100 * done) / Math.max(1, total))
}

/** From the pace of the backtests so far, with as many at a time as there were. */
function remainingOf({ status, done, total, startedAt }: Row): number | null {
  if (status !== 'In Progress' || done === 0 || !startedAt) return null
  return Math.round(((Date.now() - startedAt.getTime()) / done) * (total - done))
}
