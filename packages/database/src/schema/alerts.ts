import type { AlertState, AlertTerms } from '@tradeloom/domain/alerts'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** `DONE`: it has fired, and fires once. */
export const ALERT_STATUSES = ['ACTIVE', 'PAUSED', 'DONE'] as const

/** Alerts of users. What they have fired is in `notifications`, written in the transaction that moves `next_row`. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Also in `terms`. */
    instrumentId: text('instrument_id').notNull(),
    terms: jsonb().$type<AlertTerms>().notNull(),
    note: text().notNull().default(''),
    status: text({ enum: ALERT_STATUSES }).notNull().default('ACTIVE'),
    /** Why it was paused, if not by its user. */
    problem: text(),
    /** The first row of the tick log that it has not judged, and what it knows of those before. */
    nextRow: bigint('next_row', { mode: 'number' }).notNull(),
    state: jsonb().$type<AlertState>().notNull(),
    /** Rises with each change by its user: what was judged before it counts no more. */
    revision: integer().notNull().default(1),
    fireCount: integer('fire_count').notNull().default(0),
    firedAt: timestamp('fired_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('alerts_user').on(table.userId, table.createdAt.desc(), table.id),
    index('alerts_active')
      .on(table.instrumentId)
      .where(sql`${table.status} = 'ACTIVE'`),
  ],
)
