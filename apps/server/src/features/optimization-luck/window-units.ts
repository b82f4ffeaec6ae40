import { schema, type Transaction } from '@tradeloom/database'
import { unitsOfWindows } from '@tradeloom/domain'
import { eq } from 'drizzle-orm'

const { walkForwardWindows } = schema

type Charged = Pick<typeof schema.optimizations.$inferSelect, 'id' | 'total' | 'resolution' | 'walkForward'>

/** Compute units of the windows of an optimization: of all of them, and of those that have not begun. */
export async function windowUnits(
  tx: Transaction,
  { id, total, resolution, walkForward }: Charged,
): Promise<{ readonly all: number; readonly notBegun: number }> {
  if (!walkForward) return { all: 0, notBegun: 0 }
  const rows = await tx.select().from(walkForwardWindows).where(eq(walkForwardWindows.optimizationId, id))
  const unitsOf = (windows: typeof rows): number =>
    unitsOfWindows(windows.map(timesOf), total, resolution === 0 ? 0 : 1)
  // A training that waiting windows share with one that has begun has been run.
  const all = unitsOf(rows)
  return { all, notBegun: all - unitsOf(rows.filter(({ state }) => state !== 'waiting')) }
}

function timesOf({ trainStart, trainEnd, testStart, testEnd }: typeof walkForwardWindows.$inferSelect) {
  return {
    trainStart: trainStart.getTime(),
    trainEnd: trainEnd.getTime(),
    testStart: testStart.getTime(),
    testEnd: testEnd.getTime(),
  }
}
