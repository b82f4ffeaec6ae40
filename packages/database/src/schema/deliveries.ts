import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { notificationChannels } from './notification-channels.ts'
import { notifications } from './notifications.ts'

/** Notifications on their way over a channel. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey().defaultRandom(),
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    /** Null: mail to the confirmed address of the account. */
    channelId: uuid('channel_id').references(() => notificationChannels.id, { onDelete: 'cascade' }),
    /** `dropped`: it came too late, or the channel was given up. */
    state: text({ enum: ['waiting', 'sent', 'dropped'] })
      .notNull()
      .default('waiting'),
    tries: integer().notNull().default(0),
    /** When it is due; while a server is at it, when another one may take it over. */
    nextAt: timestamp('next_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('deliveries_due')
      .on(table.nextAt)
      .where(sql`${table.state} = 'waiting'`),
    index('deliveries_notification').on(table.notificationId),
    index('deliveries_channel').on(table.channelId),
  ],
)
