import type { NotificationChannelKind } from '@tradeloom/contracts'
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** By kind of notification and kind of channel; what is missing is as the kind states it. */
export type NotificationChoices = Readonly<Record<string, Readonly<Partial<Record<NotificationChannelKind, boolean>>>>>

/** How users want to be told, for those who have changed something. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  choices: jsonb().$type<NotificationChoices>().notNull().default({}),
  /** Minutes of the day between which only what is critical is sent; both null: none. */
  quietFrom: integer('quiet_from'),
  quietUntil: integer('quiet_until'),
  /** Minute of the day at which a user is told that all sessions run; null: never. */
  stillRunningAt: integer('still_running_at'),
  /** Of both, such as `Europe/Berlin`. */
  timeZone: text('time_zone').notNull().default('UTC'),
  /** Whether amounts leave the server. */
  sendsAmounts: boolean('sends_amounts').notNull().default(false),
})
