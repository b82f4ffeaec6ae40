import { z } from 'zod'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { packageId } from './packages.ts'
import { line } from './text.ts'
import { isoTime } from './time.ts'
import { MAX_INTEGER, queryNumber } from './whole-number.ts'

/** A user as the administrator sees one. */
export const adminUser = z.object({
  id: uuid,
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  packageId,
  created: z.iso.datetime(),
  lastLogin: z.iso.datetime().nullable(),
  algorithmCount: z.number().int(),
  /** Compute units used this month. */
  unitsUsed: z.number().int(),
})
export type AdminUser = z.infer<typeof adminUser>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  auth: 'admin',
  summary: 'All users with their packages, the newest first',
  params: nothing,
  query: z.strictObject({
    /** A part of a user name or an email address. */
    search: line.trim().max(254).optional(),
    limit: queryNumber(1, 100).default(50),
    offset: queryNumber(0, MAX_INTEGER).default(0),
  }),
  body: nothing,
  response: z.object({ total: z.number().int(), users: z.array(adminUser) }),
})

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/user/:id',
  auth: 'admin',
  recentLogin: 'always',
  summary: 'Assign a package, or make a user an administrator or not',
  audit: { action: 'user-changed', details: ['packageId', 'until', 'reason', 'isAdmin'] },
  params: byId,
  query: nothing,
  body: z
    .strictObject({
      packageId: packageId.optional(),
      /** When the package ends. Null: never. */
      until: isoTime.nullish(),
      reason: line.trim().max(200).optional(),
      isAdmin: z.boolean().optional(),
    })
    .refine((body) => body.packageId !== undefined || body.isAdmin !== undefined, 'There is nothing to change'),
  response: adminUser,
})

export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/admin/user/:id/password-reset',
  auth: 'admin',
  recentLogin: 'always',
  weakens: 'An administrator made a link to replace your password',
  showsOnce: true,
  summary: 'Create a link with which the user can choose a new password',
  audit: { action: 'password-link-made' },
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ link: z.string(), expires: z.iso.datetime() }),
})

export const signOutUser = endpoint({
  method: 'POST',
  path: '/api/admin/user/:id/sign-out',
  auth: 'admin',
  summary: 'End all logins of a user',
  audit: { action: 'user-signed-out' },
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ logins: z.number().int() }),
})

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/admin/invitations',
  auth: 'admin',
  recentLogin: 'always',
  showsOnce: true,
  summary: 'Create a link with which one person can register, within 7 days',
  audit: { action: 'invitation-made' },
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ link: z.string(), expires: z.iso.datetime() }),
})

export const withdrawInvitations = endpoint({
  method: 'DELETE',
  path: '/api/admin/invitations',
  auth: 'admin',
  summary: 'Make all invitations useless that were not used yet',
  audit: { action: 'invitations-withdrawn' },
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ invitations: z.number().int() }),
})

/** Mail to a user, sent or waiting. */
export const outboxMail = z.object({
  id: uuid,
  to: z.string(),
  subject: z.string(),
  /** Whether its text is stored: until it was sent, or until its link has expired. */
  hasText: z.boolean(),
  created: z.iso.datetime(),
  sent: z.iso.datetime().nullable(),
  error: z.string().nullable(),
})
export type OutboxMail = z.infer<typeof outboxMail>

export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/admin/outbox',
  auth: 'admin',
  summary: 'The newest mail to users; without a mail server, the administrator passes it on',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(outboxMail),
})

/** Anyone who reads a link can use it, so reading it is logged. */
export const readOutboxMail = endpoint({
  method: 'POST',
  path: '/api/admin/outbox/:id/text',
  auth: 'admin',
  recentLogin: 'always',
  showsOnce: true,
  summary: 'The text of a mail that waits, to pass it on',
  audit: { action: 'mail-read' },
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ text: z.string() }),
})
