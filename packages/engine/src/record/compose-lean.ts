import { basisOf, daysOf } from './basis-of.ts'
import { type LeanResult, leanResult } from './lean-result.ts'
import { ledgerOf } from './ledger-of.ts'
import type { ResultParts } from './result-parts.ts'
import { headlineOf } from './statistics-of.ts'
import { unify } from './unify.ts'

/** The lean result of a run, without the parts that a sweep does not keep: plots, log, warnings and most statistics. */
export function composeLean(parts: ResultParts, metrics: readonly string[]): LeanResult {
  const { account, recorder } = parts
  const { positions, ledgerHash } = ledgerOf(parts)
  const equityCurve = recorder.finish(parts.end, account.balance)
  const days = daysOf(parts)
  for (const column of Object.values(days)) unify(column)
  return leanResult(
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
}
