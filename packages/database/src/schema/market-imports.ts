import { bigint, doublePrecision, index, jsonb, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

export const MARKET_IMPORT_STATUSES = ['Queued', 'In Progress', 'Completed', 'Failed'] as const
export const marketImportStatus = pgEnum('market_import_status', MARKET_IMPORT_STATUSES)

/** Prices that are fetched from a venue. */
export interface ImportFetch {
  readonly venueId: string
  /** UTC milliseconds, `from <= time < to`. */
  readonly from: number
  readonly to: number
  /** How many parts of months were missing at first. */
  readonly parts: number
  /** Where the history of the venue begins, if this has reached it. */
  readonly begins?: number
  /** How long the work took. */
  readonly ms?: number
}

/** Uploaded market data files and the outcome of their import. */
export const marketImports = pgTable(
  'market_imports',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    instrumentId: text('instrument_id').notNull(),
    format: text().notNull(),
    timezone: text(),
    mapping: jsonb().$type<Record<string, unknown>>(),
    /** File names as uploaded. */
    files: jsonb().$type<string[]>().notNull(),
    /** Null for files. */
    fetch: jsonb().$type<ImportFetch>(),
    /** Size of the upload; counts toward the quota of its user until the import has ended. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    status: marketImportStatus().notNull().default('Queued'),
    progress: doublePrecision().notNull().default(0),
    rows: bigint({ mode: 'number' }).notNull().default(0),
    detail: text(),
    report: jsonb().$type<Record<string, unknown>>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [index('market_imports_user').on(table.userId, table.createdAt.desc())],
)
