import type { RunTables } from '@tradeloom/contracts'
import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { backtests } from './backtests.ts'

/** The long tables of run models, separate from the backtest's row because lists read hundreds of rows. */
export const backtestTables = pgTable('backtest_tables', {
  backtestId: uuid('backtest_id')
    .primaryKey()
    .references(() => backtests.id, { onDelete: 'cascade' }),
  spreadByHour: jsonb('spread_by_hour').$type<RunTables['spreadByHour']>(),
  fundingRates: jsonb('funding_rates').$type<RunTables['fundingRates']>(),
  swapRates: jsonb('swap_rates').$type<RunTables['swapRates']>(),
})
