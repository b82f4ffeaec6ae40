import { z } from 'zod'
import { byId, instrumentId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { queryNumber, wholeNumber } from './whole-number.ts'

/** Kinds of data that may be deleted after days. */
export const RETENTION_KINDS = ['ticks', 'backtests', 'optimizations'] as const
export type RetentionKind = (typeof RETENTION_KINDS)[number]

/** Longer than anybody counts in days. */
export const MAX_RETENTION_DAYS = 3650

const storedKind = z.object({
  kind: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  /** Bytes a day; null until it was measured on two days. */
  growth: z.number().nullable(),
  /** How long it is kept, in words. */
  rule: z.string(),
  /** Where the rule can be changed: after how many days it is deleted now, null for never, and the fewest. */
  setting: z
    .object({ kind: z.enum(RETENTION_KINDS), days: z.number().int().nullable(), min: z.number().int() })
    .nullable(),
})
export type StoredKind = z.infer<typeof storedKind>

const storedTicks = z.object({
  instrumentId: z.string(),
  bytes: z.number().int(),
  /** The first day, or month, of its ticks; null without any. */
  since: z.iso.datetime().nullable(),
  days: z.number().int(),
  months: z.number().int(),
  /** What keeps its ticks. */
  sessions: z.number().int(),
  runs: z.number().int(),
  isPinned: z.boolean(),
})
export type StoredTicks = z.infer<typeof storedTicks>

const userStorage = z.object({
  id: z.string(),
  username: z.string(),
  /** Private market data. */
  marketBytes: z.number().int(),
  /** Backtests and optimizations with their results. */
  resultBytes: z.number().int(),
  /** Of private market data, and of results: as much of each. Null for administrators, who have none. */
  quotaBytes: z.number().int().nullable(),
  /** Whether it was set for this user. */
  hasOwnQuota: z.boolean(),
})
export type UserStorage = z.infer<typeof userStorage>

const storageState = z.object({
  measured: z.iso.datetime(),
  /** Since when the growth is measured, at most 7 days; null until it was measured on two days. */
  since: z.iso.datetime().nullable(),
  freeBytes: z.number(),
  /** That much is kept free: below it, uploads and new runs are rejected. */
  reserveBytes: z.number(),
  /** Largest first. */
  kinds: z.array(storedKind),
  /** Largest first. */
  ticks: z.array(storedTicks),
  /** Largest first, at most a hundred. */
  users: z.array(userStorage),
})
export type StorageState = z.infer<typeof storageState>

const kind = z.enum(RETENTION_KINDS)
const days = wholeNumber(1, MAX_RETENTION_DAYS)

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/admin/storage',
  auth: 'admin',
  summary: 'What is stored, how fast it grows, and how long it is kept',
  params: nothing,
  query: nothing,
  body: nothing,
  response: storageState,
})

export const previewRetention = endpoint({
  method: 'GET',
  path: '/api/admin/storage/deletions',
  auth: 'admin',
  summary: 'What would be deleted at once if a kind of data were kept for so many days',
  params: nothing,
  query: z.strictObject({ kind, days: queryNumber(1, MAX_RETENTION_DAYS) }),
  body: nothing,
  /** Instruments of ticks, or backtests, or optimizations. */
  response: z.object({ items: z.number().int(), bytes: z.number().int() }),
})

export const changeRetention = endpoint({
  method: 'PUT',
  path: '/api/admin/storage/retention',
  auth: 'admin',
  recentLogin: 'always',
  summary: 'Change after how many days a kind of data is deleted, and delete what is older; needs a recent login',
  params: nothing,
  query: nothing,
  /** Null: never. */
  body: z.strictObject({ kind, days: days.nullable() }),
  response: storageState,
  audit: { action: 'retention-changed', details: ['kind', 'days'] },
})

export const pinTicks = endpoint({
  method: 'PUT',
  path: '/api/admin/storage/ticks',
  auth: 'admin',
  summary: 'Keep the logged ticks of an instrument, or leave them to the rule',
  params: nothing,
  query: nothing,
  body: z.strictObject({ instrumentId, isPinned: z.boolean() }),
  response: storageState,
  audit: { action: 'ticks-pinned', details: ['instrumentId', 'isPinned'] },
})

export const MAX_QUOTA_MB = 10_000_000

export const setStorageQuota = endpoint({
  method: 'PUT',
  path: '/api/admin/user/:id/storage-quota',
  auth: 'admin',
  summary:
    'Set how much private market data, and how many results, a user may store, or leave it to the quota of the installation',
  params: byId,
  query: nothing,
  /** Of 1,048,576 bytes; null: the quota of the installation. */
  body: z.strictObject({ megabytes: z.int().min(1).max(MAX_QUOTA_MB).nullable() }),
  response: storageState,
  audit: { action: 'storage-quota-set', details: ['megabytes'] },
})
