import { basisOf, daysOf } from './basis-of.ts'
import { ColumnPool } from '../record/column-pool.ts'
import { type LeanResult, leanResult } from './lean-result.ts'
import { ledgerOf } from './ledger-of.ts'
import type { ResultParts } from './result-parts.ts'
import { headlineOf } from './statistics-of.ts'
import { unify } from '../record/unify.ts'

/** Of all runs in this process: each gives everything back when its lean result is composed. */
const pool = new ColumnPool()

/** The lean result of a run, without the parts that a sweep does not keep: plots, log, warnings and most statistics. */
export function composeLean(parts: ResultParts, metrics: readonly string[]): LeanResult {
  const { account, recorder } = parts
  const taken: Float64Array[] = []
  const { positions, ledgerHash } = ledgerOf(parts, (length) => {
    const column = pool.take(length)
    taken.push(column)
    return column
  })
  const equityCurve = recorder.finish(parts.end, account.balance)
  const days = daysOf(parts)
  for (const column of Object.values(days)) unify(column)
  const lean = leanResult(
    {
      basis: basisOf(parts),
      statistics: { ...headlineOf(parts), positionCount: positions.id.length },
      positions,
      instrumentIds: account.markets.map(({ instrument }) => instrument.id),
      equityCurve,
      days,
      ledgerHash,
    },
    metrics,
  )
  for (const column of taken) pool.give(column)
  account.closed.release()
  parts.orders.release()
  return lean
}
