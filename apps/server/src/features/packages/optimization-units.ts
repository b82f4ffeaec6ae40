import { schema, type Transaction } from '@tradeloom/database'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { giveBack } from './units.service.ts'

const { optimizations } = schema

/**
 * Gives back the units of an optimization to the month that was charged: all of them, or those of the backtests that it
 * did not run, and of the windows of a walk-forward that had not begun. Returns whether there were any. Call it once, at the
 * end, after `lockUnits`.
 */
export async function returnOptimizationUnits(
  tx: Transaction,
  id: string,
  which: 'all' | 'not-run',
  windows = { all: 0, notBegun: 0 },
): Promise<boolean> {
  const { units, total, done } = optimizations
  const unused =
    which === 'all'
      ? sql`${units}`
      : sql`((${units} - ${windows.all}::integer)::bigint * (${total} - ${done}) / greatest(1, ${total}))::integer + ${windows.notBegun}::integer`
  const [row] = await tx
    .update(optimizations)
    .set({ unitsReturned: unused })
    .where(and(eq(optimizations.id, id), isNotNull(optimizations.unitsMonth), eq(optimizations.unitsReturned, 0)))
    .returning({ userId: optimizations.userId, month: optimizations.unitsMonth, returned: optimizations.unitsReturned })
  if (!row?.month || row.returned === 0) return false
  await giveBack(tx, row.userId, row.month, row.returned)
  return true
}
