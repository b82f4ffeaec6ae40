import { z } from 'zod'
import { API_SCOPES, READ } from './api-terms.ts'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { label, line } from './text.ts'
import { isoTime } from './time.ts'

export const MAX_API_KEYS = 20
const MAX_ADDRESSES = 20

const scope = z.enum(API_SCOPES)

/** The public half: it names the key, and opens nothing. */
const publicKey = z.string().regex(/^tk_[a-z2-7]{16}$/, 'A key begins with tk_')

/** A key with which a program calls the platform. Its secret is shown once, when it is made. */
export const apiKey = z.object({
  key: publicKey,
  label: z.string(),
  scopes: z.array(scope),
  /** UTC milliseconds; null: it does not expire. */
  expires: z.number().nullable(),
  /** Addresses and networks that it may be used from; empty: everywhere. */
  addresses: z.array(z.string()),
  created: z.number(),
  /** To the minute. */
  lastUsed: z.number().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

/** Credits that were used in a rolling period, which moves by the hour. */
export const apiUsage = z.object({
  period: z.enum(['24h', '30d']),
  used: z.number().int(),
  /** What the package includes in 30 days; null without a limit. */
  available: z.number().int().nullable(),
})
export type ApiUsage = z.infer<typeof apiUsage>

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/api-keys',
  auth: 'user',
  summary: 'Keys of the user for programs, without their secrets',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(apiKey),
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/api-keys',
  auth: 'user',
  recentLogin: 'always',
  showsOnce: true,
  summary: 'Make a key for a program; its secret is in this answer and nowhere else',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    label: label.min(1, 'Please enter a label').max(60, 'A label has at most 60 characters'),
    scopes: z.array(scope).min(1, 'Please choose what the key may do').max(API_SCOPES.length).default(['read']),
    expires: isoTime.nullable().default(null),
    addresses: z
      .array(line.trim().min(1, 'Please enter an address').max(43, 'An address has at most 43 characters'))
      .max(MAX_ADDRESSES, `A key has at most ${MAX_ADDRESSES} addresses`)
      .default([]),
  }),
  response: z.object({ key: publicKey, label: z.string(), secret: z.string() }),
})

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api/api-keys/:key',
  auth: 'user',
  summary: 'Delete a key: calls with it are refused from now on, and its sockets are closed',
  params: z.strictObject({ key: publicKey }),
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})

export const getApiUsage = endpoint({
  method: 'GET',
  path: '/api/api-usage',
  auth: 'user',
  summary: 'Credits used in the last 24 hours and in the last 30 days; those of 30 days are limited',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(apiUsage),
})
