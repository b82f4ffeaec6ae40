import type { ListedInstrument } from '@tradeloom/domain'
import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * What venues list: written by the process that reads a venue's markets, read by everybody else. Instruments that have
 * stored prices alone are not in it: the market folder describes those.
 */
export const instruments = pgTable('instruments', {
  /** `SYMBOL:BROKER`. */
  id: text().primaryKey(),
  broker: text().notNull(),
  listing: jsonb().$type<ListedInstrument>().notNull(),
  listedAt: timestamp('listed_at', { withTimezone: true }).notNull().defaultNow(),
})
