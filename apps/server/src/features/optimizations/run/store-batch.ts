import { schema, type Transaction } from '@tradeloom/database'
import type { Objective } from '@tradeloom/optimizer'
import { and, eq, inArray } from 'drizzle-orm'
import type { NewRow } from './batch-rows.ts'

const { optimizationReturns, optimizationRows, optimizations } = schema

export interface BatchResult {
  readonly id: string
  readonly rows: readonly NewRow[]
  readonly cpuMs: number
  /** Days in a year, of the market that was traded. */
  readonly perYear: number
}

/** A row exists with another ledger: the same externals have given another result. */
export interface Conflict {
  readonly index: number
}

/**
 * Stores rows that do not exist yet, unless the optimization has ended. The lock on its row puts the revisions of all
 * servers in one order, so that whoever reads rows after a revision misses none.
 */
export async function storeBatch(tx: Transaction, { id, rows, cpuMs, perYear }: BatchResult): Promise<Conflict | null> {
  const [optimization] = await tx
    .select({
      status: optimizations.status,
      revision: optimizations.revision,
      done: optimizations.done,
      cpuMs: optimizations.cpuMs,
      bestIndex: optimizations.bestIndex,
      bestProfit: optimizations.bestProfit,
      bestScore: optimizations.bestScore,
      objectives: optimizations.objectives,
    })
    .from(optimizations)
    .where(eq(optimizations.id, id))
    .for('update')
  if (optimization?.status !== 'In Progress' || rows.length === 0) return null
  const { revision, done } = optimization
  const values = rows.map(({ row }, place) => ({ ...row, optimizationId: id, revision: revision + 1 + place }))
  const inserted = await tx
    .insert(optimizationRows)
    .values(values)
    .onConflictDoNothing()
    .returning({ index: optimizationRows.index })
  const isNew = new Set(inserted.map(({ index }) => index))
  const conflict = isNew.size < rows.length ? await findConflict(tx, id, rows, isNew) : null
  if (conflict) return conflict
  const fresh = rows.filter(({ row }) => isNew.has(row.index))
  const returns = fresh.flatMap(({ row: { index }, returns: bytes }) =>
    bytes === null ? [] : [{ optimizationId: id, index, values: bytes }],
  )
  if (returns.length > 0) await tx.insert(optimizationReturns).values(returns).onConflictDoNothing()
  await tx
    .update(optimizations)
    .set({
      revision: revision + rows.length,
      done: done + fresh.length,
      cpuMs: optimization.cpuMs + (cpuMs * fresh.length) / rows.length,
      daysPerYear: perYear,
      ...bestOf(optimization, fresh, optimization.objectives[0]),
    })
    .where(eq(optimizations.id, id))
  return null
}

async function findConflict(
  tx: Transaction,
  id: string,
  rows: readonly NewRow[],
  isNew: ReadonlySet<number>,
): Promise<Conflict | null> {
  const again = new Map(rows.filter(({ row }) => !isNew.has(row.index)).map(({ row }) => [row.index, row]))
  const stored = await tx
    .select({ index: optimizationRows.index, ledgerHash: optimizationRows.ledgerHash, status: optimizationRows.status })
    .from(optimizationRows)
    .where(and(eq(optimizationRows.optimizationId, id), inArray(optimizationRows.index, [...again.keys()])))
  const other = stored.find(({ index, ledgerHash, status }) => {
    const row = again.get(index)
    // Whether a run reaches a limit of time or memory depends on the machine.
    return row !== undefined && row.status === status && (row.ledgerHash ?? null) !== ledgerHash
  })
  return other ? { index: other.index } : null
}

interface Best {
  readonly bestIndex: number | null
  readonly bestProfit: number | null
  readonly bestScore: number | null
}

/**
 * The best row that keeps all constraints and has a value of the objective; of equally good ones the first, whatever the
 * order of the batches.
 */
function bestOf(best: Best, rows: readonly NewRow[], objective: Objective | undefined): Best {
  let { bestIndex, bestProfit, bestScore } = best
  for (const { row } of rows) {
    const { index, violation, objectives, profit = null } = row
    const value = objectives[0] ?? Number.NaN
    const score = Number.isNaN(value) ? null : objective?.better === 'lower' ? -value : value
    if (violation !== 0 || !isBetter(score, index, bestScore, bestIndex)) continue
    ;[bestIndex, bestProfit, bestScore] = [index, profit, score]
  }
  return { bestIndex, bestProfit, bestScore }
}

function isBetter(score: number | null, index: number, best: number | null, bestIndex: number | null): boolean {
  if (score === null) return false
  if (bestIndex === null || best === null || score > best) return true
  return score === best && index < bestIndex
}
