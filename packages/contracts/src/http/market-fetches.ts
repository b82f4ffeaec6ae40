import { z } from 'zod'
import { byId, instrumentId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { marketImport } from './market-imports.ts'
import { isoTime } from './time.ts'

const range = z.strictObject({ instrumentId, start: isoTime, end: isoTime })

/** What a venue can be asked for. */
export const fetchOffer = z.object({
  venueId: z.string(),
  venueName: z.string(),
  /** Whether it becomes the user's own: the venue shows its prices to accounts alone. */
  isPrivate: z.boolean(),
  /** Whole months, or what is missing at one end of a month, oldest first; UTC milliseconds, `from <= time < to`. */
  parts: z.array(z.object({ from: z.number(), to: z.number() })),
  rows: z.number().int(),
  /** Estimated. */
  bytes: z.number(),
  seconds: z.number(),
  /** Where the history of the venue begins; null while nobody has reached it. */
  begins: z.number().nullable(),
  /** Why it cannot be fetched now; null if it can. */
  problem: z.string().nullable(),
  /** A fetch of the user for this instrument that has not ended. */
  running: marketImport.nullable(),
})
export type FetchOffer = z.infer<typeof fetchOffer>

export const offerFetch = endpoint({
  method: 'GET',
  path: '/api/market-data/fetches/offer',
  auth: 'user',
  summary: 'What is not stored of a period and its venue can be asked for; null for an instrument that no venue lists',
  params: nothing,
  query: range,
  body: nothing,
  response: fetchOffer.nullable(),
})

export const startFetch = endpoint({
  method: 'POST',
  path: '/api/market-data/fetches',
  auth: 'user',
  summary: 'Fetch what is missing of a period from the venue',
  params: nothing,
  query: nothing,
  body: range,
  response: marketImport,
})

export const cancelFetch = endpoint({
  method: 'POST',
  path: '/api/market-data/fetches/:id/cancel',
  auth: 'user',
  summary: 'Stop a fetch; months that it has stored stay',
  params: byId,
  query: nothing,
  body: nothing,
  response: marketImport,
})
