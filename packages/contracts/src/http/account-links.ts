import { z } from 'zod'
import { byId, nothing } from './common.ts'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'

const done = z.object({ ok: z.literal(true) })

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/verify-email',
  auth: 'user',
  summary: 'Mail a link that confirms the own address',
  params: nothing,
  query: nothing,
  body: nothing,
  response: done,
})

export const changeEmail = endpoint({
  method: 'PUT',
  path: '/api/change-email',
  auth: 'user',
  recentLogin: 'always',
  audit: { action: 'email-change-requested', details: ['email'] },
  summary:
    'Use another address once its mailed link is opened; the old one can undo that for 7 days; needs a recent login',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    email: emailAddress,
  }),
  response: done,
})

/** What a link about an account does. */
export const linkPurpose = z.enum(['verify-email', 'change-email', 'undo-email', 'remove-factors', 'login'])
export type LinkPurpose = z.infer<typeof linkPurpose>

/** A POST: programs that scan the links of mail send GET requests only. */
export const openAccountLink = endpoint({
  method: 'POST',
  path: '/public-api/account-link',
  auth: 'public',
  summary: 'Do what a link about an account is for, once',
  params: nothing,
  query: nothing,
  body: z.strictObject({ key: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not complete') }),
  response: z.object({
    purpose: linkPurpose,
    /** The address that counts now; null for other purposes. */
    email: z.string().nullable(),
  }),
})

export const removeUserFactors = endpoint({
  method: 'POST',
  path: '/api/admin/user/:id/remove-factors',
  auth: 'admin',
  recentLogin: 'always',
  weakens: 'An administrator made a link to remove your second factors',
  showsOnce: true,
  audit: { action: 'factors-link-made' },
  summary: 'Create a link that removes the second factor and the passkeys of a user who has lost them',
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ link: z.string(), usable: z.iso.datetime(), expires: z.iso.datetime() }),
})
