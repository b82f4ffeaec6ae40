import { ROW_STATUSES } from '@tradeloom/contracts'
import { schema, type Transaction } from '@tradeloom/database'
import { eq, sql } from 'drizzle-orm'
import { recordTrials } from '../lineages/record-trials.ts'
import { optimizationHash } from './optimization-hash.ts'

const { algorithmVersions, optimizationRows } = schema

type OptimizationRow = Omit<typeof schema.optimizations.$inferSelect, 'fullTables'>

interface Moments extends Record<string, unknown> {
  readonly distinct_count: number
  readonly rated: number
  readonly mean: number | null
  readonly variance: number | null
}

/**
 * Counts the trials of an ended optimization for its lineage: distinct ledgers, those that were cut, and those that ended
 * with an error, which may tell how they went. However the optimization ended, what it has tried counts. Call it in the transaction that ends it.
 */
export async function recordOptimization(tx: Transaction, optimization: OptimizationRow): Promise<void> {
  if (optimization.done === 0) return
  const [cut, errored] = [ROW_STATUSES.indexOf('Cut'), ROW_STATUSES.indexOf('Errored')]
  const { rows } = await tx.execute<Moments>(sql`
    with trials as (
      select distinct on (coalesce(ledger_hash, index::text))
        case when mean_by_deviation is null then null else mean_by_deviation * sqrt(days - 1) end as z
      from ${optimizationRows}
      where optimization_id = ${optimization.id}
        and (ledger_hash is not null or status = ${cut} or status = ${errored} and is_trial)
      order by coalesce(ledger_hash, index::text), index
    )
    select count(*)::int as distinct_count, count(z)::int as rated, avg(z) as mean, var_samp(z) as variance from trials`)
  const { distinct_count: count = 0, rated = 0, mean = 0, variance = 0 } = rows[0] ?? {}
  const [version] = await tx
    .select({ scriptHash: algorithmVersions.scriptHash })
    .from(algorithmVersions)
    .where(eq(algorithmVersions.id, optimization.algorithmVersionId))
  if (!version) return
  const squares = rated > 1 ? (variance ?? 0) * (rated - 1) : 0
  await recordTrials(tx, {
    algorithmId: optimization.algorithmId,
    userId: optimization.userId,
    kind: 'optimization',
    manifestHash: await optimizationHash(tx, optimization),
    scriptHash: version.scriptHash,
    moments: { count, rated, mean: mean ?? 0, squares },
    dataEnd: optimization.end,
  })
}
