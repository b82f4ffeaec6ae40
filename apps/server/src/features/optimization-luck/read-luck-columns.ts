import { ROW_STATUSES } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import type { SharpeSample } from '@tradeloom/metrics'
import type { LuckColumns } from '@tradeloom/optimizer'
import { and, asc, eq, gt, lte } from 'drizzle-orm'

const { optimizationReturns, optimizationRows } = schema

type OptimizationRow = Omit<typeof schema.optimizations.$inferSelect, 'fullTables'>

/** Rows per query, so that reading many of them does not occupy the server. */
const PAGE = 2_000
const ERRORED = ROW_STATUSES.indexOf('Errored')

/** The rows of an optimization up to its revision, in the order of their indexes. */
export async function readLuckColumns(db: Drizzle, optimization: OptimizationRow): Promise<LuckColumns> {
  const { id, revision, externalsSettings, objectives, seed, daysPerYear } = optimization
  const sign = objectives[0]?.better === 'lower' ? -1 : 1
  const rows: Row[] = []
  for (let after = -1; ; after = rows.at(-1)?.index ?? after) {
    const page = await readPage(db, id, revision, after)
    rows.push(...page.map((row) => ({ ...row, values: returnsIn(row.values) })))
    if (page.length < PAGE) break
  }
  const offsets = new Uint32Array(rows.length + 1)
  for (const [k, { values }] of rows.entries()) offsets[k + 1] = (offsets[k] as number) + values.length
  const returns = new Float32Array(offsets.at(-1) ?? 0)
  for (const [k, { values }] of rows.entries()) returns.set(values, offsets[k])
  return {
    externalsSettings,
    seed,
    perYear: daysPerYear as number,
    sign,
    index: Uint32Array.from(rows, ({ index }) => index),
    points: Uint32Array.from(rows.flatMap(({ point }) => point)),
    statuses: rows.map(({ status }) => ROW_STATUSES[status] ?? 'Errored'),
    isTrial: Uint8Array.from(rows, ({ isTrial }) => Number(isTrial)),
    score: Float64Array.from(rows, (row) => (row.status === ERRORED ? Number.NaN : sign * (row.objectives[0] ?? NaN))),
    violation: Float64Array.from(rows, ({ violation }) => violation),
    ledgerHashes: rows.map(({ ledgerHash }) => ledgerHash),
    samples: rows.map(sampleOf),
    returns,
    offsets,
  }
}

type Page = Awaited<ReturnType<typeof readPage>>
type Row = Omit<Page[number], 'values'> & { readonly values: Float32Array }

function readPage(db: Drizzle, id: string, revision: number, after: number) {
  const { index, point, status, isTrial, objectives, violation, ledgerHash } = optimizationRows
  const { sharpe, meanByDeviation, days, skewness, kurtosis } = optimizationRows
  const sample = { sharpe, meanByDeviation, days, skewness, kurtosis }
  const isReturns = and(eq(optimizationReturns.optimizationId, id), eq(optimizationReturns.index, index))
  return db
    .select({
      index,
      point,
      status,
      isTrial,
      objectives,
      violation,
      ledgerHash,
      ...sample,
      values: optimizationReturns.values,
    })
    .from(optimizationRows)
    .leftJoin(optimizationReturns, isReturns)
    .where(and(eq(optimizationRows.optimizationId, id), gt(index, after), lte(optimizationRows.revision, revision)))
    .orderBy(asc(index))
    .limit(PAGE)
}

function sampleOf({ sharpe, meanByDeviation, days: periods, skewness, kurtosis }: Row): SharpeSample | null {
  if (sharpe === null || meanByDeviation === null || skewness === null || kurtosis === null) return null
  return { sharpe, meanByDeviation, periods, skewness, kurtosis }
}

/** Copied, because the bytes of a row need not lie at a multiple of four. */
function returnsIn(bytes: Buffer | null): Float32Array {
  if (bytes === null) return new Float32Array(0)
  return new Float32Array(new Uint8Array(bytes).buffer)
}
