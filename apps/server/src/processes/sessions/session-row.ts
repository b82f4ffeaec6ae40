import type { schema } from '@tradeloom/database'

export type SessionRow = typeof schema.sessions.$inferSelect

/** A session that this process has taken over, and how far it had come. */
export type TakenSession = SessionRow & Omit<typeof schema.sessionProgress.$inferSelect, 'sessionId'>
