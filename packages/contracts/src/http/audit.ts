import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'
import { MAX_INTEGER, queryNumber } from './whole-number.ts'

/** Something that was done to an account or to the installation. */
export const auditLine = z.object({
  /** From 1, without gaps, in the order in which it happened. */
  n: z.number().int(),
  /** UTC milliseconds. */
  at: z.number(),
  /** Name of the user who did it; null for a visitor, the terminal and the server itself. */
  actor: z.string().nullable(),
  via: z.enum(['web', 'api', 'cli', 'server']),
  action: z.string(),
  /** Name of the user it was done to, or what else it concerns. */
  object: z.string().nullable(),
  address: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AuditLine = z.infer<typeof auditLine>

const query = z.strictObject({
  /** Lines before this one. */
  before: queryNumber(1, MAX_INTEGER).optional(),
  limit: queryNumber(1, 200).default(50),
})

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  auth: 'admin',
  summary: 'The audit log of the installation, newest first',
  params: nothing,
  query: query.extend({
    /** What a user with this name did, or what was done to that user. */
    user: line.trim().toLowerCase().max(64).optional(),
    action: line.trim().max(64).optional(),
  }),
  body: nothing,
  response: z.array(auditLine),
})

export const listMyAudit = endpoint({
  method: 'GET',
  path: '/api/user/audit',
  auth: 'user',
  summary: 'What was done by the user, and to the account of the user, newest first',
  params: nothing,
  query,
  body: nothing,
  response: z.array(auditLine),
})
