import type { schema } from '@tradeloom/database'

/** An alert as it is stored. */
export type AlertEntry = typeof schema.alerts.$inferSelect
