import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * What people and processes did to accounts and to the installation, each line linked to the one before it by its hash. A
 * trigger refuses to change, delete or truncate. Nothing is referenced, because it outlives users.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** From 1, without gaps. */
    n: bigint({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true }).notNull(),
    action: text().notNull(),
    /** Canonical JSON, as it was hashed: actor, via, object, address, detail. */
    body: text().notNull(),
    prev: text().notNull(),
    hash: text().notNull(),
    /** Derived, so that they say what the hash covers. */
    actor: text().generatedAlwaysAs(sql`(body::jsonb ->> 'actor')`),
    object: text().generatedAlwaysAs(sql`(body::jsonb ->> 'object')`),
  },
  (table) => [index('audit_log_actor').on(table.actor, table.n), index('audit_log_object').on(table.object, table.n)],
)
