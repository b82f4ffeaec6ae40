import { z } from 'zod'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'

const time = z.iso.datetime()

/** A copy of everything of a user, as a file to download. */
export const accountExport = z.object({
  id: uuid,
  status: z.enum(['Queued', 'In Progress', 'Completed', 'Failed']),
  detail: z.string().nullable(),
  created: time,
  /** Until when it can be downloaded; null before it is complete. */
  expires: time.nullable(),
  bytes: z.number().nullable(),
})
export type AccountExport = z.infer<typeof accountExport>

export const getAccountData = endpoint({
  method: 'GET',
  path: '/api/account',
  auth: 'user',
  summary: 'The newest copy of everything of the user, and whether the account is to be deleted',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    export: accountExport.nullable(),
    /** When the account is deleted; null if it is not. */
    deletion: time.nullable(),
    /** For how many days a deletion can be undone; 0: it is done at once. */
    undoDays: z.number().int(),
  }),
})

export const exportAccount = endpoint({
  method: 'POST',
  path: '/api/account/export',
  auth: 'user',
  recentLogin: 'always',
  audit: { action: 'export-requested', details: ['marketData'] },
  summary:
    'Write everything of the user to a file, one at a time, with imported prices if wanted; it can be downloaded for 24 hours; needs a recent login',
  params: nothing,
  query: nothing,
  body: z.strictObject({ marketData: z.boolean().default(false) }).optional(),
  response: accountExport,
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/account/export/:id',
  auth: 'user',
  audit: { action: 'export-downloaded' },
  summary: 'The file with everything of the user, a ZIP archive',
  params: byId,
  query: nothing,
  body: nothing,
  response: nothing,
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/delete',
  auth: 'user',
  recentLogin: 'always',
  audit: { action: 'deletion-requested' },
  summary: 'Delete the own account and everything in it; where strangers register after 7 days; needs a recent login',
  params: nothing,
  query: nothing,
  body: z.strictObject({ username: line.trim().min(1, 'Please enter your user name').max(254) }),
  /** When it is deleted; null: it is gone. */
  response: z.object({ deletion: time.nullable() }),
})

export const keepAccount = endpoint({
  method: 'POST',
  path: '/api/account/keep',
  auth: 'user',
  audit: { action: 'deletion-undone' },
  summary: 'Do not delete the own account after all',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})
