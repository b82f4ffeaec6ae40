import { z } from 'zod'
import { uuid } from './common.ts'

/** Something that is not as it was when the backtest ran. */
const runDifference = z.object({
  what: z.enum(['result', 'trades', 'script', 'engine', 'data', 'settings', 'costs', 'indicators', 'calendar', 'seed']),
  before: z.string(),
  now: z.string(),
  /** A sentence for the trader. */
  text: z.string(),
})

/** A repetition of a backtest, to see whether it gives the same result. */
export const verification = z.object({
  id: uuid,
  /** Null for an uploaded file. */
  backtestId: uuid.nullable(),
  /** Name of the algorithm. */
  name: z.string(),
  status: z.enum(['Queued', 'In Progress', 'Verified', 'Differs', 'Failed']),
  /** With the status `Verified`: what has changed without changing the result. */
  differences: z.array(runDifference),
  /** Of the repetition; null until it has a result. */
  engineVersion: z.string().nullable(),
  resultHash: z.string().nullable(),
  ledgerHash: z.string().nullable(),
  /** Why it failed. */
  detail: z.string().nullable(),
  created: z.string(),
  ended: z.string().nullable(),
})
export type Verification = z.infer<typeof verification>
