import type { BacktestFilters } from '@tradeloom/contracts'
import { schema } from '@tradeloom/database'
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'

const { algorithms, algorithmVersions, backtests } = schema

/** Whose backtests a list contains: a user's own, of one algorithm or all, or (`userId` null) the public ones of an algorithm. */
export type BacktestScope =
  | { readonly userId: string; readonly algorithmId: string | null }
  | { readonly userId: null; readonly algorithmId: string }

export const isPublic = sql<boolean>`(${algorithms.shared} and ${algorithmVersions.shared} and ${backtests.userId} = ${algorithms.userId})`

/** Full backtests of rows of optimizations are left out. */
export function inScope({ userId, algorithmId }: BacktestScope): SQL | undefined {
  const ofAlgorithm = algorithmId === null ? undefined : eq(backtests.algorithmId, algorithmId)
  const isListed = isNull(backtests.optimisationId)
  return and(isListed, ofAlgorithm, userId === null ? isPublic : eq(backtests.userId, userId))
}

/** What the filters select. Nobody but the owner can search notes or select by stars. */
export function matching(filters: BacktestFilters, { userId }: BacktestScope): SQL | undefined {
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
