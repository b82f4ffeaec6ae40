import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import { manifestHash } from '../lineages/manifest-hash.ts'

const { algorithmVersions } = schema

type OptimizationRow = Omit<typeof schema.optimizations.$inferSelect, 'fullTables'>

/** Equal for optimizations that try the same: script, data, settings and seed. */
export async function optimizationHash(db: Drizzle | Transaction, optimization: OptimizationRow): Promise<string> {
  const [version] = await db
    .select({ scriptHash: algorithmVersions.scriptHash })
    .from(algorithmVersions)
    .where(eq(algorithmVersions.id, optimization.algorithmVersionId))
  const { instrumentId, markets, start, end, interval, resolution, externalsSettings, externals } = optimization
  const { initialBalance, models, tables, accountCurrency, seed, strategy, genetic, budget } = optimization
  const { objectives, constraints } = optimization
  const data = { instrumentId, markets, start, end, interval, resolution }
  const run = { externalsSettings, externals, initialBalance, models, tables, accountCurrency }
  const search = { seed, strategy, genetic, budget, objectives, constraints }
  return manifestHash({ script: version?.scriptHash ?? null, ...data, ...run, ...search })
}
