import type { AddedChannelKind } from '@tradeloom/contracts'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'
import { users } from './users.ts'

/** Browsers, addresses and chats that a user is told at. */
export const notificationChannels = pgTable(
  'notification_channels',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<AddedChannelKind>().notNull(),
    /** As its user recognizes it: a browser, a host, a chat. */
    name: text().notNull(),
    /** The endpoint of a subscription, the URL of a webhook, the id of a chat. */
    address: text().notNull(),
    /** An envelope: the keys of a subscription, or what calls of a webhook are signed with. */
    secret: bytes(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** Since when nothing has arrived; null while all is well. */
    failingSince: timestamp('failing_since', { withTimezone: true }),
    /** What the last failed try was answered. */
    problem: text(),
    /** When it was given up; its user can switch it on again. */
    disabledAt: timestamp('disabled_at', { withTimezone: true }),
    /** Nothing is sent before: the other side has asked for a pause. */
    waitsUntil: timestamp('waits_until', { withTimezone: true }),
  },
  (table) => [
    index('notification_channels_user').on(table.userId),
    uniqueIndex('notification_channels_push')
      .on(table.address)
      .where(sql`${table.kind} = 'push'`),
  ],
)
