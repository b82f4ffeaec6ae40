import { sql } from 'drizzle-orm'
import { index, jsonb, pgEnum, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { backtests } from './backtests.ts'
import { bytes } from '../bytes-column.ts'
import { users } from './users.ts'

export const VERIFICATION_STATUSES = ['Queued', 'In Progress', 'Verified', 'Differs', 'Failed'] as const
export const verificationStatus = pgEnum('verification_status', VERIFICATION_STATUSES)

/** A repetition of a backtest, to see whether it gives the same result. */
export const backtestVerifications = pgTable(
  'backtest_verifications',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for a file with a backtest of another installation. */
    backtestId: uuid('backtest_id').references(() => backtests.id, { onDelete: 'cascade' }),
    /** The uploaded file, compressed; null for backtests of this installation. */
    bundle: bytes(),
    /** Name of the algorithm or of the file. */
    name: text().notNull().default(''),
    status: verificationStatus().notNull().default('Queued'),
    /** What differs from the first run, and how. */
    differences: jsonb().$type<{ what: string; before: string; now: string; text: string }[]>().notNull().default([]),
    engineVersion: text('engine_version'),
    resultHash: text('result_hash'),
    ledgerHash: text('ledger_hash'),
    /** Reason of a failure. */
    detail: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    index('backtest_verifications_backtest').on(table.backtestId, table.createdAt.desc()),
    index('backtest_verifications_user').on(table.userId, table.createdAt.desc()),
    uniqueIndex('backtest_verifications_unfinished')
      .on(table.backtestId)
      .where(sql`${table.status} in ('Queued', 'In Progress')`),
  ],
)
