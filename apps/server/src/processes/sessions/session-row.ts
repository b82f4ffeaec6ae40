import type { schema } from '@tradeloom/database'

export type SessionRow = typeof schema.sessions.$inferSelect
