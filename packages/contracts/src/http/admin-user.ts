import { z } from 'zod'
import { adminUser } from './admin-users.ts'
import { API_SCOPES } from './api-terms.ts'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { identity } from './identities.ts'
import { packageId } from './packages.ts'
import { ownLogin } from './security.ts'

const time = z.iso.datetime()

/** Of a figure that a package limits. */
const used = z.object({ used: z.number(), /** Null: without a limit. */ available: z.number().nullable() })

export const getUserDetail = endpoint({
  method: 'GET',
  path: '/api/admin/user/:id',
  auth: 'admin',
  summary: 'Everything about one user that an administrator may see: no secrets, and nothing of what they make',
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({
    user: adminUser,
    emailVerified: time.nullable(),
    twoFactor: time.nullable(),
    passkeys: z.number().int(),
    /** When the account is deleted, as its user wants. */
    deletion: time.nullable(),
    /** What an administrator has assigned; null: nothing. */
    grant: z
      .object({
        packageId,
        until: time.nullable(),
        reason: z.string().nullable(),
        /** Name of the administrator; null if the user no longer exists. */
        by: z.string().nullable(),
        created: time,
      })
      .nullable(),
    /** Compute units of this month. */
    units: used,
    /** HTTP credits of the last 30 days. */
    credits: used,
    keys: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        scopes: z.array(z.enum(API_SCOPES)),
        expires: time.nullable(),
        lastUsed: time.nullable(),
      }),
    ),
    identities: z.array(identity),
    /** Live trading sessions, the newest first. */
    sessions: z.array(
      z.object({
        id: uuid,
        algorithm: z.string(),
        instrumentId: z.string(),
        status: z.enum(['Active', 'Stopped', 'Failed']),
        started: time,
        stopped: time.nullable(),
      }),
    ),
    logins: z.array(ownLogin.omit({ isThis: true })),
  }),
})
