import { type AnyPgColumn, boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** A trading program. Its scripts are the versions. */
export const algorithms = pgTable(
  'algorithms',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    tags: text().array().notNull().default([]),
    /** Visible to everyone, but only its shared versions. */
    shared: boolean().notNull().default(false),
    /** New versions are shared on saving. */
    shareNew: boolean('share_new').notNull().default(false),
    /** The algorithm it was cloned from; the clone outlives it. */
    clonedFromAlgorithm: uuid('cloned_from_algorithm').references((): AnyPgColumn => algorithms.id, {
      onDelete: 'set null',
    }),
    clonedFromVersion: uuid('cloned_from_version'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('algorithms_user').on(table.userId, table.updatedAt.desc().nullsFirst()),
    index('algorithms_shared').on(table.shared, table.updatedAt.desc().nullsFirst()),
    index('algorithms_cloned_from').on(table.clonedFromAlgorithm),
  ],
)
