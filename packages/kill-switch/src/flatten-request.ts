import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { requestsFolder } from './folders.ts'
import { writeWhole } from './write-whole.ts'

const MAX_ACCOUNTS = 1000

/** What asks the guardian to cancel and close everything of accounts. */
export const flattenRequest = z.strictObject({
  id: z.uuid(),
  accounts: z.union([z.literal('all'), z.array(z.uuid()).min(1).max(MAX_ACCOUNTS)]),
  /** Who asks, and by what: part of the reason that the account shows. */
  by: z.string().min(1).max(200),
  /** UTC milliseconds. */
  at: z.number().int().positive(),
})
export type FlattenRequest = z.output<typeof flattenRequest>

/** Writes it where every guardian of the data folder looks for it. Throws when the disk does not take it. */
export function requestFlatten(dataDir: string, terms: Omit<FlattenRequest, 'id'>): FlattenRequest {
  const request = flattenRequest.parse({ id: randomUUID(), ...terms })
  writeWhole(requestsFolder(dataDir), `${request.id}.json`, request)
  return request
}
