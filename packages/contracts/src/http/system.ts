import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

export const health = endpoint({
  method: 'GET',
  path: '/healthz',
  auth: 'public',
  summary: '200 once ready, 503 while starting or stopping and while the database is away',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    status: z.enum(['starting', 'ready', 'database-away', 'stopping']),
    version: z.string(),
    database: z.string(),
    /** How scripts are held: bwrap, setpriv or plain. */
    sandbox: z.string(),
    runners: z.object({ size: z.number(), busy: z.number() }),
    /** What is still being done at the first start, or what is amiss, such as a disk that is nearly full. */
    detail: z.string().nullable(),
  }),
})
