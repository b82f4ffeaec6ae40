import { z } from 'zod'
import { nothing } from './common.ts'
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
