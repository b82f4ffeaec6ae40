import { type AnyPgColumn, boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** A trading program; its texts are the versions. */
export const algorithms = pgTable(
  'algorithms',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Visible to everybody, as far as its versions are shared. */
    shared: boolean().notNull().default(false),
    /** New versions are shared when they are saved. */
    shareNew: boolean('share_new').notNull().default(false),
    /** Where it was cloned from; the clone outlives its origin. */
    clonedFromAlgorithm: uuid('cloned_from_algorithm').references((): AnyPgColumn => algorithms.id, {
      onDelete: 'set null',
    }),
    clonedFromVersion: uuid('cloned_from_version'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('algorithms_user').on(table.userId, table.updatedAt.desc()),
    index('algorithms_shared').on(table.shared, table.updatedAt.desc()),
    index('algorithms_cloned_from').on(table.clonedFromAlgorithm),
  ],
)
