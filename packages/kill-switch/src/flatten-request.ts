import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { requestsFolder } from './folders.ts'
import { readOwn } from './read-own.ts'
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
  /** Whose accounts are meant; absent, as from the terminal: those of everybody. */
  userId: z.uuid().optional(),
  /** Who took it: the server, or the listener of a guardian; absent, as from the terminal: neither. */
  door: z.enum(['server', 'guardian']).optional(),
})
export type FlattenRequest = z.output<typeof flattenRequest>

/** Writes it where every guardian of the data folder looks for it. Throws when the disk does not take it. */
export function requestFlatten(
  dataDir: string,
  terms: Omit<FlattenRequest, 'id'> & { readonly id?: string },
): FlattenRequest {
  const request = flattenRequest.parse({ id: randomUUID(), ...terms })
  writeWhole(requestsFolder(dataDir), `${request.id}.json`, request)
  return request
}

/** The request of an id; null if there is none. */
export function readRequest(dataDir: string, id: string): FlattenRequest | null {
  try {
    return flattenRequest.parse(JSON.parse(readOwn(join(requestsFolder(dataDir), `${id}.json`))))
  } catch {
    return null
  }
}
