import { z } from 'zod'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { network } from './identities.ts'
import { label, line } from './text.ts'

/** A service that identifies users, as an administrator sees it. */
export const issuer = z.object({
  /** Null for those that the configuration states. */
  id: uuid.nullable(),
  network,
  label: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  /** Whether an address counts as confirmed because this issuer says so. */
  isTrustedForEmail: z.boolean(),
  /** Whether who has shown a second factor there is not asked for one here. */
  isTrustedForFactors: z.boolean(),
  /** What the issuer has to know. */
  callback: z.string(),
  /** How many users sign in with it. */
  users: z.number().int(),
})
export type Issuer = z.infer<typeof issuer>

const fields = {
  label: label.min(1, 'Please enter a name').max(40, 'A name has at most 40 characters'),
  issuer: z.url({ protocol: /^https?$/, error: 'Please enter the address of the issuer' }).max(500),
  clientId: line.trim().min(1, 'Please enter the client id').max(500),
  isTrustedForEmail: z.boolean(),
  isTrustedForFactors: z.boolean().default(false),
}
const secret = line.trim().max(2000)

export const listIssuers = endpoint({
  method: 'GET',
  path: '/api/admin/issuers',
  auth: 'admin',
  summary: 'With what users can sign in besides passwords',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    passwordsAreOff: z.boolean(),
    issuers: z.array(issuer),
    /** Passkeys that no longer work since the address of the site has changed. */
    movedPasskeys: z.object({
      /** The site of those that do; null if none do. */
      host: z.string().nullable(),
      hosts: z.array(z.string()),
      passkeys: z.int(),
      users: z.int(),
      /** Users who have no other way to log in. */
      lockedOut: z.int(),
    }),
  }),
})

export const addIssuer = endpoint({
  method: 'POST',
  path: '/api/admin/issuers',
  auth: 'admin',
  recentLogin: 'always',
  audit: {
    action: 'issuer-added',
    details: ['network', 'issuer', 'clientId', 'isTrustedForEmail', 'isTrustedForFactors'],
  },
  summary: 'Offer sign-in with an issuer, after asking it for its description; needs a recent login',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    network: line
      .trim()
      .min(1, 'Please enter a short name')
      .regex(/^[a-z][a-z0-9-]{0,31}$/, 'A short name has lower-case letters, digits and dashes'),
    ...fields,
    /** Empty for a client without one. */
    clientSecret: secret.default(''),
  }),
  response: issuer,
})

export const changeIssuer = endpoint({
  method: 'PUT',
  path: '/api/admin/issuers/:id',
  auth: 'admin',
  recentLogin: 'always',
  audit: { action: 'issuer-changed', details: ['issuer', 'clientId', 'isTrustedForEmail', 'isTrustedForFactors'] },
  summary: 'Change an issuer, after asking it for its description; needs a recent login',
  params: byId,
  query: nothing,
  /** Without a secret, the known one stays. */
  body: z.strictObject({ ...fields, clientSecret: secret.optional() }),
  response: issuer,
})

export const removeIssuer = endpoint({
  method: 'DELETE',
  path: '/api/admin/issuers/:id',
  auth: 'admin',
  recentLogin: 'always',
  audit: { action: 'issuer-removed' },
  summary: 'Remove an issuer; needs a recent login',
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})
