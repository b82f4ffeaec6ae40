import { DIRECTIONS } from '@tradeloom/domain'
import { z } from 'zod'
import { nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'

export const issueKillPass = endpoint({
  method: 'POST',
  path: '/api/kill-pass',
  auth: 'user',
  summary: 'A pass of this page for the switch at /kill, which closes accounts of the user down',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    /** Raises levels of the user's own accounts, and nothing else. */
    pass: z.string(),
    /** UTC milliseconds. */
    endsAt: z.number(),
    /** Origin where the guardian listens itself, for pages on the same machine; null for others. */
    guardian: z.string().nullable(),
  }),
  showsOnce: true,
})

/** An account, and what the switch closes of it. */
export const killAccount = z.object({
  id: uuid,
  type: z.enum(['paper', 'practice', 'live']),
  broker: z.string(),
  accountNo: z.string(),
  /** The first 100. */
  positions: z.array(z.object({ instrumentId: z.string(), direction: z.enum(DIRECTIONS), quantity: z.number() })),
  positionCount: z.number().int(),
  /** Orders that wait at the venue. */
  orderCount: z.number().int(),
  /** Sessions that run. */
  sessionCount: z.number().int(),
})
export type KillAccount = z.infer<typeof killAccount>

export const listKillAccounts = endpoint({
  method: 'GET',
  path: '/api/kill-accounts',
  auth: 'user',
  summary: 'Accounts of the user with what the switch at /kill would close; those with anything first',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(killAccount),
})
