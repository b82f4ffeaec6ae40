import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

export const health = endpoint({
  method: 'GET',
  path: '/healthz',
  auth: 'public',
  summary: '200 once ready, 503 while starting or stopping',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    status: z.enum(['starting', 'ready', 'stopping']),
    version: z.string(),
    database: z.string(),
    /** How scripts are held: bwrap, setpriv or plain. */
    sandbox: z.string(),
    runners: z.object({ size: z.number(), busy: z.number() }),
    /** What is still being done at the first start, such as making the simulated market. */
    detail: z.string().nullable(),
  }),
})
