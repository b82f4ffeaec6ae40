import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { jobOwners } from './job-owners.ts'

/** Who performs a job. Only the holder of the lease may end it, so a job ends exactly once. */
export const jobLeases = pgTable(
  'job_leases',
  {
    jobId: uuid('job_id').primaryKey(),
    queue: text().notNull(),
    owner: uuid()
      .notNull()
      .references(() => jobOwners.id, { onDelete: 'cascade' }),
    takenAt: timestamp('taken_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('job_leases_owner').on(table.owner)],
)
