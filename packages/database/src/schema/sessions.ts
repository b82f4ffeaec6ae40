import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { exactNumber } from '../exact-number.ts'
import { algorithms } from './algorithms.ts'
import { algorithmVersions } from './algorithm-versions.ts'
import { brokerConnections } from './broker-connections.ts'
import { tradingAccounts } from './trading-accounts.ts'
import { users } from './users.ts'

/** Live trading sessions. State is not stored: it is replayed from warm-up, tick log and `session_inputs`. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the algorithm is deleted; the name is kept. */
    algorithmId: uuid('algorithm_id').references(() => algorithms.id, { onDelete: 'set null' }),
    algorithmVersionId: uuid('algorithm_version_id').references(() => algorithmVersions.id, { onDelete: 'set null' }),
    algorithmName: text('algorithm_name').notNull(),
    brokerConnectionId: uuid('broker_connection_id')
      .notNull()
      .references(() => brokerConnections.id, { onDelete: 'cascade' }),
    brokerAccountId: uuid('broker_account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    instrumentId: text('instrument_id').notNull(),
    interval: text().notNull(),
    externals: jsonb().$type<Record<string, number>>().notNull(),
    initialBalance: exactNumber('initial_balance').notNull(),
    inFlight: text('in_flight', { enum: ['any', 'one'] })
      .notNull()
      .default('one'),
    resume: text({ enum: ['replay', 'fresh', 'stop'] })
      .notNull()
      .default('replay'),
    /** Rows wait until the intents of the row before are in: then it equals the backtest. */
    isLockStep: boolean('is_lock_step').notNull().default(false),
    status: text({ enum: ['Active', 'Stopped', 'Failed'] })
      .notNull()
      .default('Active'),
    statusDetail: text('status_detail'),
    started: timestamp({ withTimezone: true }).notNull().defaultNow(),
    stopped: timestamp({ withTimezone: true }),
    /** What the engine is given, with the script; and its hash, to which a replay must agree. */
    spec: jsonb().$type<unknown>().notNull(),
    specHash: text('spec_hash').notNull(),
    engineVersion: text('engine_version').notNull(),
    /** Of the lease under which it runs: intents of an earlier one are not sent. */
    epoch: bigint({ mode: 'number' }).notNull().default(0),
    detail: text(),
  },
  (table) => [
    index('sessions_user').on(table.userId, table.started.desc()),
    index('sessions_algorithm').on(table.algorithmId, table.started.desc()),
    index('sessions_active')
      .on(table.id)
      .where(sql`${table.status} = 'Active'`),
  ],
)
