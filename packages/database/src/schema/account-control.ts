import type { GuardLimitName, GuardLimits } from '@tradeloom/domain'
import { sql } from 'drizzle-orm'
import { bigint, check, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { exactNumber } from '../exact-number.ts'
import { tradingAccounts } from './trading-accounts.ts'

/**
 * What an account may do, and the end of its journal. Whatever changes the account locks this row first, so its changes
 * have one order.
 */
export const accountControl = pgTable(
  'account_control',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    level: text({ enum: ['ACTIVE', 'NO_NEW', 'REDUCE', 'FLATTEN'] })
      .notNull()
      .default('ACTIVE'),
    /** Epoch of the lease under which its intents are sent. */
    epoch: bigint({ mode: 'number' }).notNull().default(0),
    /** Why the account has its level, and by whom. */
    reason: text(),
    by: text(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** `guardian` while it closes the account down at the venue itself: nobody else sends anything there meanwhile. */
    holder: text(),
    /** What its guardian acts at, of those that the account has. */
    limits: jsonb().$type<Partial<GuardLimits>>().notNull().default({}),
    /** When each of them was last changed, UTC milliseconds. */
    limitsAt: jsonb('limits_at').$type<Readonly<Partial<Record<GuardLimitName, number>>>>().notNull().default({}),
    /** Where the loss of the day is counted from; null: from when the account is watched next. */
    referenceAt: timestamp('reference_at', { withTimezone: true }),
    referenceResult: exactNumber('reference_result'),
    /** From when on closed positions count for the drawdown; null without its limit. */
    peakSince: timestamp('peak_since', { withTimezone: true }),
    /** The highest result since its limit was set, of these and of open positions; null until its guardian has seen one. */
    peakResult: exactNumber('peak_result'),
    /** Number and hash of the newest journal entry. */
    journalN: bigint('journal_n', { mode: 'number' }).notNull().default(0),
    journalHash: text('journal_hash'),
  },
  (table) => [
    check('account_control_limits', sql`not ${table.limits} @? '$.* ? (@ <= 0)'`),
    check('account_control_level', sql`${table.level} in ('ACTIVE', 'NO_NEW', 'REDUCE', 'FLATTEN')`),
  ],
)
