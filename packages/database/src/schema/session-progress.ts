import { bigint, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { sessions } from './sessions.ts'

/**
 * How far a session has come. Every commit of a session changes it, and PostgreSQL writes a row that changes as a whole: this
 * one is small, while rows of `sessions` hold what the engine is given.
 */
export const sessionProgress = pgTable('session_progress', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** The newest tick row whose intents are committed. */
  rowNo: bigint('row_no', { mode: 'number' }),
  /** Intents and inputs that were committed. */
  intentCount: integer('intent_count').notNull(),
  inputCount: integer('input_count').notNull(),
})
