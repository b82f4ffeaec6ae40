import { ROW_STATUSES } from '@tradeloom/contracts'
import { cleanText } from '@tradeloom/domain'
import { sharpeSample } from '@tradeloom/metrics'
import { type Constraint, type Objective, outcomeOf } from '@tradeloom/optimizer'
import type { SweepRow } from '@tradeloom/sandbox'
import type { schema } from '@tradeloom/database'
import { withoutServerPaths } from '../../../platform/errors/server-folders.ts'

const MAX_MESSAGE = 2000

type Stored = (typeof schema)['optimizationRows']['$inferInsert']
/** A row before it is stored, which gives it its optimization and revision. */
export interface NewRow {
  readonly row: Omit<Stored, 'optimizationId' | 'revision'>
  /** Float32; null without returns. */
  readonly returns: Buffer | null
}

export interface Goals {
  readonly objectives: readonly Objective[]
  readonly constraints: readonly Constraint[]
}

/** Keys of the metrics that decide. */
export function metricsOf({ objectives, constraints }: Goals): string[] {
  return [...new Set([...objectives, ...constraints].map(({ metric }) => metric))]
}

interface Place {
  readonly index: number
  readonly point: readonly number[]
}

/** What is stored of one run; `perYear` days of its market are a year. */
export function newRow({ index, point }: Place, row: SweepRow, goals: Goals, perYear: number): NewRow {
  const common = { index, point: [...point], status: ROW_STATUSES.indexOf(row.status) }
  if (row.status === 'Errored') {
    const error = cleanText(withoutServerPaths(messageOf(row)), MAX_MESSAGE)
    const objectives = goals.objectives.map(() => Number.NaN)
    const isTrial = row.isBeforePrices !== true
    return {
      row: { ...common, objectives, violation: Number.POSITIVE_INFINITY, days: 0, error, isTrial },
      returns: null,
    }
  }
  const metricOf = (key: string): number | null => row.metrics[key] ?? null
  const { violation } = outcomeOf({ ...goals, metricOf })
  // Of a run that was cut, the returns are those of another period.
  const sample = row.status === 'Completed' ? sharpeSample(row.dailyReturns, perYear) : null
  const isWhole = row.status === 'Completed' && row.dailyReturns.length > 0
  return {
    row: {
      ...common,
      positionCount: row.positionCount,
      profit: row.profit,
      profitPercentage: row.profitPercentage,
      maxDrawdown: row.maxDrawdown,
      maxDrawdownPercentage: row.maxDrawdownPercentage,
      objectives: goals.objectives.map(({ metric }) => metricOf(metric) ?? Number.NaN),
      violation,
      sharpe: sample?.sharpe ?? null,
      meanByDeviation: sample?.meanByDeviation ?? null,
      skewness: sample?.skewness ?? null,
      kurtosis: sample?.kurtosis ?? null,
      days: row.dailyReturns.length,
      ledgerHash: row.ledgerHash,
      sparkline: bytesOf(row.sparkline),
    },
    returns: isWhole ? bytesOf(Float32Array.from(row.dailyReturns)) : null,
  }
}

function messageOf({ error: { message, line, column } }: Extract<SweepRow, { status: 'Errored' }>): string {
  return line === undefined ? message : `${message} (line ${line}${column === undefined ? '' : `, column ${column}`})`
}

function bytesOf(values: Float32Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength)
}
