import { z } from 'zod'
import { shareRole } from './accounts.ts'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'

/** With how many persons a connection is shared at most, with those who have not accepted yet. */
export const MAX_SHARES = 10

/** A person with whom the user shares a connection. */
export const givenShare = z.object({
  id: uuid,
  connectionId: uuid,
  /** Their username; until they accept, what was typed, whether or not somebody has this name. */
  person: z.string(),
  role: shareRole,
  isAccepted: z.boolean(),
  /** UTC milliseconds. */
  created: z.number(),
})
export type GivenShare = z.infer<typeof givenShare>

/** A connection that somebody shares with the user. */
const receivedShare = z.object({
  id: uuid,
  connectionId: uuid,
  /** The username of its owner. */
  owner: z.string(),
  broker: z.string(),
  type: z.enum(['paper', 'practice', 'live']),
  role: shareRole,
  /** False for an invitation: nothing is seen yet. */
  isAccepted: z.boolean(),
  /** UTC milliseconds. */
  created: z.number(),
})
export type ReceivedShare = z.infer<typeof receivedShare>

const done = z.object({ ok: z.literal(true) })

export const listShares = endpoint({
  method: 'GET',
  path: '/api/connection-shares',
  auth: 'user',
  summary: 'With whom the user shares connections, and which connections others share with the user',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ given: z.array(givenShare), received: z.array(receivedShare) }),
})

export const shareConnection = endpoint({
  method: 'POST',
  path: '/api/connections/:id/shares',
  auth: 'user',
  recentLogin: 'always',
  weakens: 'Another person was invited to an account of yours',
  summary:
    'Invite a person to the accounts of a connection. The answer is the same whether or not anybody has this name; needs a recent login',
  audit: { action: 'connection-shared', details: ['person', 'role'] },
  params: byId,
  query: nothing,
  body: z.strictObject({
    /** A username or an email address. */
    person: line.trim().min(1, 'Please enter a username or an email address').max(254, 'This is too long'),
    role: shareRole,
  }),
  response: givenShare,
})

export const changeShare = endpoint({
  method: 'PUT',
  path: '/api/connection-shares/:id',
  auth: 'user',
  recentLogin: 'to-weaken',
  weakens: 'Another person may now trade on an account of yours',
  summary: 'Change what a person may do with the accounts of a connection; a trader needs a recent login',
  audit: { action: 'share-changed', details: ['role'] },
  params: byId,
  query: nothing,
  body: z.strictObject({ role: shareRole }),
  response: givenShare,
})

export const acceptShare = endpoint({
  method: 'POST',
  path: '/api/connection-shares/:id/accept',
  auth: 'user',
  summary: 'Accept an invitation to the accounts of a connection',
  audit: { action: 'share-accepted' },
  params: byId,
  query: nothing,
  body: nothing,
  response: done,
})

export const endShare = endpoint({
  method: 'DELETE',
  path: '/api/connection-shares/:id',
  auth: 'user',
  summary:
    'End the share of a connection: its owner withdraws it, or the other person declines it or leaves. Their sessions there stop, and their waiting orders are canceled',
  audit: { action: 'share-ended' },
  params: byId,
  query: nothing,
  body: nothing,
  response: done,
})
