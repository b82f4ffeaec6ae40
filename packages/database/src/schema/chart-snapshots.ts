import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'
import { users } from './users.ts'

/** Pictures of charts. Everybody who knows the file name can see one. */
export const chartSnapshots = pgTable(
  'chart_snapshots',
  {
    /** A random name that cannot be guessed. */
    filename: text().primaryKey(),
    /** Null for pictures of visitors. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** A PNG. */
    image: bytes().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    title: text().notNull().default(''),
    /** Pictures that were only uploaded for a preview are removed after some minutes. */
    isKept: boolean('is_kept').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('chart_snapshots_user').on(table.userId, table.createdAt.desc()),
    index('chart_snapshots_previews')
      .on(table.createdAt)
      .where(sql`not ${table.isKept}`),
    check('chart_snapshots_filename', sql`${table.filename} ~ '^[A-Za-z0-9_-]{22}\\.png$'`),
  ],
)
