import type { BacktestFilters } from '@tradeloom/contracts'
import { schema } from '@tradeloom/database'
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { RunScope } from '../runs/run-table.ts'

const { algorithms, backtests } = schema

/** Full backtests of rows of optimizations are left out. */
export const isListed = isNull(backtests.optimisationId)

/** What the filters select. Nobody but the owner can search notes or select by stars. */
export function matching(filters: BacktestFilters, { userId }: RunScope): SQL | undefined {
  const { algorithm, symbol, status, starred, q } = filters
  const isOwner = userId !== null
  return and(
    algorithm === undefined ? undefined : eq(backtests.algorithmId, algorithm),
    symbol === undefined ? undefined : eq(symbolOf(), symbol.toUpperCase()),
    status === undefined ? undefined : inArray(backtests.status, status),
    starred === undefined || !isOwner ? undefined : eq(backtests.isStarred, true),
    q === undefined || q.trim() === ''
      ? undefined
      : or(contains(algorithms.name, q), isOwner ? contains(backtests.note, q) : undefined),
  )
}

export const symbolOf = (): SQL<string> => sql<string>`upper(split_part(${backtests.instrumentId}, ':', 1))`

/** Not with LIKE, in which underscores and percent signs are wildcards. */
function contains(column: typeof algorithms.name | typeof backtests.note, part: string): SQL {
  return sql`strpos(lower(${column}), ${part.trim().toLowerCase()}) > 0`
}
