import type { CheckFinding, CheckVerdict } from '@tradeloom/contracts'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { algorithmVersions } from './algorithm-versions.ts'

/** The look-ahead analysis of a version; versions that were never analyzed have no row. */
export const versionChecks = pgTable(
  'version_checks',
  {
    versionId: uuid('version_id')
      .primaryKey()
      .references(() => algorithmVersions.id, { onDelete: 'cascade' }),
    status: text().$type<'queued' | 'checking' | 'done'>().notNull().default('queued'),
    verdict: text().$type<CheckVerdict>(),
    reason: text(),
    findings: jsonb().$type<CheckFinding[]>().notNull().default([]),
    engineVersion: text('engine_version'),
    /** How often a runner has taken it; an analysis that loses its runner is retried once. */
    attempts: integer().notNull().default(0),
    queuedAt: timestamp('queued_at', { withTimezone: true }).notNull().defaultNow(),
    checkedAt: timestamp('checked_at', { withTimezone: true }),
  },
  (table) => [index('version_checks_queue').on(table.status, table.queuedAt)],
)
