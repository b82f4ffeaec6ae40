import { type OptimizationColumns, packOptimizationRows, ROW_STATUSES } from '@tradeloom/contracts'
import type { ResultRow } from './optimizations.repository.ts'

/** Messages of errors in one answer: the newest. */
const MAX_ERRORS = 1000
const ERRORED = ROW_STATUSES.indexOf('Errored')

interface Shape {
  readonly externalsSettings: readonly unknown[]
  readonly objectives: readonly unknown[]
}

/** Rows as the columns of the contract. */
export function packRows(
  rows: readonly ResultRow[],
  { externalsSettings, objectives }: Shape,
  { after, more }: { readonly after: number; readonly more: boolean },
): OptimizationColumns {
  const axes = externalsSettings.length
  const points = new Uint32Array(rows.length * axes)
  for (const [row, { point }] of rows.entries()) points.set(point, row * axes)
  const floats = (valueOf: (row: ResultRow) => number | null | undefined): Float64Array =>
    Float64Array.from(rows, (row) => valueOf(row) ?? Number.NaN)
  return packOptimizationRows(
    {
      index: Uint32Array.from(rows, ({ index }) => index),
      points,
      status: Uint8Array.from(rows, ({ status }) => status),
      duplicateOf: Int32Array.from(rows, ({ duplicateOf }) => duplicateOf ?? -1),
      positionCount: Uint32Array.from(rows, ({ positionCount }) => positionCount ?? 0),
      profit: floats(({ profit }) => profit),
      profitPercentage: floats(({ profitPercentage }) => profitPercentage),
      maxDrawdown: floats(({ maxDrawdown }) => maxDrawdown),
      maxDrawdownPercentage: floats(({ maxDrawdownPercentage }) => maxDrawdownPercentage),
      objectives: objectives.map((_, place) => floats((row) => row.objectives[place])),
      violation: floats(({ violation }) => violation),
      sharpe: floats(({ sharpe }) => sharpe),
      days: Uint32Array.from(rows, ({ days }) => days),
    },
    {
      revision: rows.at(-1)?.revision ?? after,
      more,
      errors: rows
        .filter(({ status }) => status === ERRORED)
        .slice(-MAX_ERRORS)
        .map(({ index, error }) => ({ index, message: error ?? '' })),
    },
  )
}
