import { z } from 'zod'
import { nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A completed run of a shared algorithm, for the home page. */
export const sampleResultView = z.object({
  algorithmId: uuid,
  algorithmName: z.string(),
  backtestId: uuid,
  symbol: z.string(),
  simulated: z.boolean(),
  start: z.string(),
  end: z.string(),
  profitPercentage: z.number(),
  maxDrawdownPercentage: z.number(),
  profitFactor: z.number().nullable(),
  positionCount: z.number().int(),
  /** Equity at evenly spaced times. */
  sparkline: z.array(z.number()),
})
export type SampleResult = z.infer<typeof sampleResultView>

export const sampleResult = endpoint({
  method: 'GET',
  path: '/public-api/sample-result',
  auth: 'public',
  summary: 'The best completed run of a shared sample, and whether samples still run for the first time',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    /** Null while there is none. */
    sample: sampleResultView.nullable(),
    /** An installation runs each sample once, as soon as it has prices. */
    isPreparing: z.boolean(),
  }),
})
