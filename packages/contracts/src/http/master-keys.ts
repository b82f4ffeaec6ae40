import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

export const masterKeyState = endpoint({
  method: 'GET',
  path: '/api/admin/master-key',
  auth: 'admin',
  summary: 'Whether secrets can be read, and whether the master key has been printed',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z
    .object({
      created: z.iso.datetime(),
      exported: z.iso.datetime().nullable(),
      /** Why secrets cannot be read; null if they can. */
      problem: z.string().nullable(),
    })
    .nullable(),
})

const masterKey = z.object({
  /** SHA-256 of what is derived from it: two keys are the same if it is. */
  fingerprint: z.string(),
  /** `next`: secrets are being sealed under it, instead of under the active one. */
  state: z.enum(['active', 'next', 'retired']),
  created: z.iso.datetime(),
  /** When it was printed; null if it never was. */
  exported: z.iso.datetime().nullable(),
})

export const listMasterKeys = endpoint({
  method: 'GET',
  path: '/api/admin/master-keys',
  auth: 'admin',
  summary: 'The master keys of the installation by their fingerprints, and how much is sealed under the active one',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    /** Newest first. */
    keys: z.array(masterKey),
    /** The operator keeps its file; otherwise it is in the data folder. */
    isProvided: z.boolean(),
    sealed: z.array(z.object({ holds: z.string(), secrets: z.number().int() })),
  }),
})
export type MasterKeys = z.infer<typeof listMasterKeys.response>
