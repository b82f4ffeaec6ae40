import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Mail to users. Without a mail server it stays here, where the operator reads it and passes it on. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid().primaryKey(),
    /** Address of the recipient. */
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Emptied once it was sent, or once its link has expired. */
    body: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When a mail server accepted it; null while it waits. */
    sentAt: timestamp('sent_at', { withTimezone: true }),
    /** When nobody needs it any more: links are valid for an hour, news for longer. */
    expiresAt: timestamp('expires_at', { withTimezone: true })
      .notNull()
      .default(sql`now() + interval '1 hour'`),
    attempts: integer().notNull().default(0),
    /** When it is tried again, after a mail server was away. */
    nextAt: timestamp('next_at', { withTimezone: true }).notNull().defaultNow(),
    /** Reply of the mail server to the last failed attempt. */
    error: text(),
  },
  (table) => [
    index('mail_outbox_created').on(table.createdAt.desc()),
    index('mail_outbox_waiting')
      .on(table.nextAt)
      .where(sql`${table.sentAt} is null and ${table.body} <> ''`),
  ],
)
