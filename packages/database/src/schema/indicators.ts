import {
  type AnyPgColumn,
  boolean,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** A parameter of an indicator as its handlers declare it; null without a default. */
export interface StoredParameter {
  readonly name: string
  readonly defaultValue: unknown
}

/** Technical indicators that users wrote. System indicators are part of the program. */
export const indicators = pgTable(
  'indicators',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** How scripts of its owner call it: `indicators.{key}(...)`. */
    key: text().notNull(),
    description: text().notNull().default(''),
    script: text().notNull(),
    scriptHash: text('script_hash').notNull(),
    parameters: jsonb().$type<StoredParameter[]>().notNull(),
    /** Visible to everyone. */
    shared: boolean().notNull().default(false),
    /** The indicator it was cloned from; the clone outlives it. */
    clonedFromIndicator: uuid('cloned_from_indicator').references((): AnyPgColumn => indicators.id, {
      onDelete: 'set null',
    }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('indicators_key').on(table.userId, table.key),
    index('indicators_shared').on(table.shared, table.updatedAt.desc().nullsFirst()),
  ],
)
