import { type Drizzle, schema } from '@tradeloom/database'
import { Lattice, latticeOfSettings, plateauBest, type Trial } from '@tradeloom/optimizer'
import { and, asc, eq } from 'drizzle-orm'

const { optimizationReturns, optimizationRows, optimizations } = schema

export interface ChosenRow {
  readonly point: number[]
  readonly externals: Record<string, number>
  readonly profit: number | null
  readonly dailyReturns: number[]
}

/** What a training window hands to its test; null if no row keeps all constraints and has a value, or none has enough neighbors. */
export async function chooseRow(db: Drizzle, id: string, choose: 'best' | 'plateau'): Promise<ChosenRow | null> {
  const [optimization] = await db.select().from(optimizations).where(eq(optimizations.id, id))
  if (!optimization) return null
  const lattice = latticeOfSettings(optimization.externalsSettings)
  const index = choose === 'best' ? optimization.bestIndex : await plateauIndex(db, optimization, lattice)
  if (index === null) return null
  const isRow = and(eq(optimizationRows.optimizationId, id), eq(optimizationRows.index, index))
  const isReturns = and(eq(optimizationReturns.optimizationId, id), eq(optimizationReturns.index, index))
  const [row] = await db.select().from(optimizationRows).where(isRow)
  const [returns] = await db.select({ values: optimizationReturns.values }).from(optimizationReturns).where(isReturns)
  if (!row) return null
  const { point, profit } = row
  const values = lattice.valuesOf(point)
  return {
    point,
    externals: Object.fromEntries(lattice.axes.map(({ name }, k) => [name, values[k] as number])),
    profit,
    dailyReturns: returns ? Array.from(new Float32Array(new Uint8Array(returns.values).buffer)) : [],
  }
}

async function plateauIndex(
  db: Drizzle,
  { id, objectives }: typeof optimizations.$inferSelect,
  lattice: Lattice,
): Promise<number | null> {
  const { index, point, objectives: values, violation } = optimizationRows
  const sign = objectives[0]?.better === 'lower' ? -1 : 1
  const rows = await db
    .select({ index, point, values, violation })
    .from(optimizationRows)
    .where(eq(optimizationRows.optimizationId, id))
    .orderBy(asc(index))
  const trials = rows.map(({ values: [value = Number.NaN], ...row }): Trial => {
    return { ...row, scores: [Number.isNaN(value) ? null : sign * value] }
  })
  return plateauBest(lattice, trials)?.index ?? null
}
