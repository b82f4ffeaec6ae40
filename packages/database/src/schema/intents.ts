import { sql } from 'drizzle-orm'
import { INTENT_KINDS, INTENT_STATES, type IntentPayload, type IntentState } from '@tradeloom/trading'
import { bigint, date, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { exactNumber } from '../exact-number.ts'
import { sessions } from './sessions.ts'
import { tradingAccounts } from './trading-accounts.ts'
import { users } from './users.ts'

/** The states in which something may still happen on its own. */
const UNFINISHED: readonly IntentState[] = ['WRITTEN', 'SENDING', 'WORKING', 'PARTIAL', 'UNKNOWN']
const isUnfinished = sql.raw(`"state" in (${UNFINISHED.map((state) => `'${state}'`).join(', ')})`)

/** What is to be sent to a venue, written before it is sent. The journal has every change of its state. */
export const intents = pgTable(
  'intents',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    /** The owner of the account. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The person who asked for it, also by a session, where that is not the owner of the account; its user may be deleted. */
    placedBy: uuid('placed_by'),
    /** Null for orders of a person. */
    sessionId: uuid('session_id').references(() => sessions.id),
    /** Its number among the intents of the session, and its part if one request needs several. */
    no: integer(),
    leg: integer(),
    kind: text({ enum: INTENT_KINDS }).notNull(),
    instrumentId: text('instrument_id').notNull(),
    payload: jsonb().$type<IntentPayload>().notNull(),
    /** SHA-256 of the canonical payload: a replayed session must ask for the same. */
    payloadHash: text('payload_hash').notNull(),
    /** How the venue finds it. */
    clientId: text('client_id').notNull(),
    /** 45 bits of the same hash, for venues that only take numbers, unique on one UTC day. */
    cid: bigint({ mode: 'number' }).notNull(),
    cidDate: date('cid_date').notNull(),
    /** The tick row on which it was decided; null for orders of a person. */
    rowNo: bigint('row_no', { mode: 'number' }),
    state: text({ enum: INTENT_STATES }).notNull(),
    /** Of the lease under which it was claimed. */
    epoch: bigint({ mode: 'number' }),
    /** Venue time of the tick on which it was decided, and when that was received. */
    tickAt: timestamp('tick_at', { withTimezone: true }),
    receivedAt: timestamp('received_at', { withTimezone: true }),
    decidedAt: timestamp('decided_at', { withTimezone: true }).notNull(),
    committedAt: timestamp('committed_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    acknowledgedAt: timestamp('acknowledged_at', { withTimezone: true }),
    filledAt: timestamp('filled_at', { withTimezone: true }),
    /** After it, a request that was lost can no longer arrive. */
    fenceAt: timestamp('fence_at', { withTimezone: true }),
    venueId: text('venue_id'),
    filled: exactNumber().notNull().default(0),
    average: exactNumber(),
    reason: text(),
    /** The key by which a client repeats a request without repeating the order. */
    ticketKey: text('ticket_key'),
  },
  (table) => [
    uniqueIndex('intents_session').on(table.sessionId, table.no, table.leg),
    uniqueIndex('intents_client_id').on(table.accountId, table.clientId),
    uniqueIndex('intents_cid').on(table.accountId, table.cidDate, table.cid),
    uniqueIndex('intents_ticket_key').on(sql`coalesce(${table.placedBy}, ${table.userId})`, table.ticketKey),
    index('intents_unfinished').on(table.accountId, table.id).where(isUnfinished),
    index('intents_stray')
      .on(table.accountId)
      .where(sql`${table.state} = 'STRAY'`),
    // Pairs of which one cancels the other are few.
    index('intents_linked')
      .on(table.accountId)
      .where(sql`${table.payload}->>'linkedTo' is not null`),
    index('intents_user').on(table.userId, table.id.desc()),
  ],
)
