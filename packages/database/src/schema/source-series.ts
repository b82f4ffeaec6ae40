import { doublePrecision, index, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import type { Frequency, KnownQuality } from '@tradeloom/domain'
import { users } from './users.ts'

/** A state of a dataset as a run names it. */
export interface SourceOfRun {
  readonly id: string
  readonly hash: string
  readonly generation: string
  readonly qualities: readonly KnownQuality[]
}

/** A dataset as the spec of a live session names it: its values are read as they become known. */
export interface SourceOfSession {
  readonly id: string
  /** Of its row here. */
  readonly seriesId: string
}

/** A release that brings new values of a dataset. */
export interface ReleaseOfSeries {
  /** Equal for all series of one release. */
  readonly id: string
  /** UTC milliseconds. */
  readonly at: number
}

/** Datasets that scripts can read, each with its newest stored state. */
export const sourceSeries = pgTable(
  'source_series',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    code: text().notNull(),
    /** Empty for a dataset with one column. */
    column: text().notNull(),
    /** Whose key fetched it; null if everybody may read it. */
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'cascade' }),
    unit: text(),
    frequency: text().$type<Frequency>().notNull(),
    timezone: text().notNull(),
    /** What new known times rest on. */
    quality: text().$type<'vintage' | 'observed'>().notNull(),
    /** Days from a period to its publication where that is not known; null for those of the frequency. */
    lag: doublePrecision(),
    /** The first and the last known time; null without values. */
    first: timestamp({ withTimezone: true }),
    last: timestamp({ withTimezone: true }),
    /** The provider's name of its last state. */
    vintage: text(),
    /** Of the stored state. */
    hash: text().notNull(),
    checkedAt: timestamp('checked_at', { withTimezone: true }).notNull(),
    /** The next releases, and one of the last half hour that has brought nothing yet. */
    releases: jsonb().$type<ReleaseOfSeries[]>().notNull().default([]),
    /** When its releases were requested; null: not yet. */
    releasesAt: timestamp('releases_at', { withTimezone: true }),
    /** When the provider is asked again. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    /** Why the last attempt failed; null if it did not. */
    problem: text(),
    /** The notice of the provider, which goes where its values are shown. */
    terms: text().notNull(),
  },
  (table) => [
    unique('source_series_owner').on(table.provider, table.code, table.column, table.ownerId).nullsNotDistinct(),
    index('source_series_due').on(table.dueAt),
  ],
)
