import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'

/** The premium packages with their rights and monthly limits. An installation's operator may change the rows. */
export const packages = pgTable('packages', {
  /** 0 is what every user has from the start, 3 the largest. */
  id: smallint().primaryKey(),
  name: text().notNull(),
  /** US dollars a month. */
  price: integer().notNull(),
  /** Compute units a month. */
  backtestUnits: integer('backtest_units').notNull(),
  /** Whether backtests may use every tick. */
  backtestTick: boolean('backtest_tick').notNull(),
  /** Live trading sessions at the same time. */
  liveSessions: integer('live_sessions').notNull(),
  /** Calls of the API a month. */
  httpCredits: integer('http_credits').notNull(),
  /** Sockets of the API at the same time. */
  sockets: integer().notNull(),
  multiUserExchanges: boolean('multi_user_exchanges').notNull(),
  /** Keys at exchanges at the same time. */
  exchangeConnections: integer('exchange_connections').notNull(),
  /** Id of its price at the payment provider; null where it is not sold. */
  stripePriceId: text('stripe_price_id'),
  /** Whether it can be bought and assigned. Whoever has it keeps it. */
  active: boolean().notNull().default(true),
})
