import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { ACCOUNT_MODELS, REFUSED_STOPS } from '@tradeloom/domain'
import { exactNumber } from '../exact-number.ts'
import { brokerConnections } from './broker-connections.ts'
import { users } from './users.ts'

/** An account at a venue. Whether it trades for real belongs to the account, never to a switch. */
export const tradingAccounts = pgTable(
  'trading_accounts',
  {
    id: uuid().primaryKey(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => brokerConnections.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The venue that executes its orders; `paper` executes them on the prices of simulated venues. */
    venue: text().notNull(),
    /** As the venue names it. */
    accountNo: text('account_no').notNull(),
    /** What it keeps of its trades. */
    model: text({ enum: ACCOUNT_MODELS }).notNull(),
    currency: text().notNull(),
    initialBalance: exactNumber('initial_balance').notNull(),
    balance: exactNumber().notNull(),
    /** Whether its open positions need more margin than its equity. */
    isMarginCalled: boolean('is_margin_called').notNull().default(false),
    /** Of a paper account: what becomes of stops that are refused at their fill; null: what the venue of the prices does. */
    refusedStops: text('refused_stops', { enum: REFUSED_STOPS }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When a paper account last began anew. */
    resetAt: timestamp('reset_at', { withTimezone: true }),
  },
  (table) => [
    index('trading_accounts_user').on(table.userId),
    index('trading_accounts_venue').on(table.venue),
    check('trading_accounts_model', sql`${table.model} in ('spot', 'netting', 'hedging')`),
    check('trading_accounts_balance', sql`${table.balance} = ${table.balance} and ${table.initialBalance} >= 0`),
  ],
)
