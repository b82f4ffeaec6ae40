import type { BacktestFilters, BacktestTotals } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, sql } from 'drizzle-orm'
import { BACKTESTS, inScope, type RunScope } from '../runs/run-table.ts'
import { isListed, matching, symbolOf } from './backtest-filters.ts'

const { algorithms, algorithmVersions, backtests } = schema

const MONTH_S = (365.25 / 12) * 86_400

/** Totals of everything in a list, and what its filters can choose from. */
export async function readTotals(db: Drizzle, scope: RunScope, filters: BacktestFilters): Promise<BacktestTotals> {
  const isCompleted = sql`filter (where ${backtests.status} = 'Completed')`
  const seconds = sql`coalesce(${backtests.dataMs} / 1000, extract(epoch from ${backtests.end} - ${backtests.start}))`
  const inList = and(isListed, inScope(BACKTESTS, scope))
  // A stopped or failed run does not cover its whole period; months without prices count for none.
  const [[found], choices] = await Promise.all([
    db
      .select({
        count: sql<number>`count(*)::integer`,
        completed: sql<number>`(count(*) ${isCompleted})::integer`,
        months: sql<number>`(coalesce(sum(${seconds}) ${isCompleted}, 0) / ${MONTH_S}::float8)::float8`,
        profit: sql<number>`coalesce(sum(${backtests.profitPercentage}) ${isCompleted}, 0)`,
        averageDrawdown: sql<number | null>`avg(coalesce(${backtests.maxDrawdownPercentage}, 0)) ${isCompleted}`,
      })
      .from(backtests)
      .innerJoin(algorithms, eq(algorithms.id, backtests.algorithmId))
      .innerJoin(algorithmVersions, eq(algorithmVersions.id, backtests.algorithmVersionId))
      .where(and(inList, matching(filters, scope))),
    db
      .select({ symbol: symbolOf(), id: algorithms.id, name: algorithms.name })
      .from(backtests)
      .innerJoin(algorithms, eq(algorithms.id, backtests.algorithmId))
      .innerJoin(algorithmVersions, eq(algorithmVersions.id, backtests.algorithmVersionId))
      .where(inList)
      .groupBy(symbolOf(), algorithms.id, algorithms.name),
  ])
  const { count = 0, completed = 0, months = 0, profit = 0, averageDrawdown = null } = found ?? {}
  const byId = new Map(choices.map(({ id, name }) => [id, { id, name }]))
  return {
    count,
    completed,
    months,
    averageMonthlyProfit: months > 0 ? profit / months : null,
    averageDrawdown,
    symbols: [...new Set(choices.map(({ symbol }) => symbol))].toSorted(),
    algorithms: [...byId.values()].toSorted((left, right) => left.name.localeCompare(right.name, 'en')),
  }
}
