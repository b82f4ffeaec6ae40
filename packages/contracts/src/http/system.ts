import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A part of a server, or what it depends on. */
export const serviceHealth = z.object({
  name: z.enum(['http', 'realtime', 'runner', 'database', 'bus']),
  /** `elsewhere`: another server process runs this service. */
  status: z.enum(['starting', 'ready', 'stopping', 'away', 'elsewhere']),
  detail: z.string().nullable(),
})
export type ServiceHealth = z.infer<typeof serviceHealth>

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
    /** How scripts are confined: bwrap, setpriv or plain; none in a server that runs no scripts. */
    sandbox: z.string(),
    runners: z.object({ size: z.number(), busy: z.number() }),
    services: z.array(serviceHealth),
    /** Work still in progress at the first start, or a problem such as a nearly full disk. */
    detail: z.string().nullable(),
  }),
})
