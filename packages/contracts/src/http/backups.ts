import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

const storedBackup = z.object({
  /** Also its folder: 20261128T030000Z. */
  name: z.string(),
  /** When the database was consistent. */
  taken: z.iso.datetime(),
  bytes: z.number().int(),
  seconds: z.number(),
  /** The version of the program that wrote it. */
  program: z.string(),
  /** Null until it was restored next to the server. */
  verification: z
    .object({ at: z.iso.datetime(), seconds: z.number(), rows: z.number().int(), faults: z.array(z.string()) })
    .nullable(),
})
export type ViewedBackup = z.infer<typeof storedBackup>

const backupState = z.object({
  /** The folder of all backups. */
  folder: z.string(),
  /** Whether the database is the operator's own, which these backups do not have. */
  isOwnDatabase: z.boolean(),
  /** When one is taken each day; null: on request only. */
  schedule: z.object({ at: z.string(), timeZone: z.string() }).nullable(),
  next: z.iso.datetime().nullable(),
  /** How many stay. */
  retention: z.object({ days: z.number(), weeks: z.number(), months: z.number() }),
  work: z.enum(['none', 'backing-up', 'verifying']),
  /** What is wrong with the backups of this installation; null if the last one is recent and whole. */
  problem: z.string().nullable(),
  /** The log of the database, which continues the backups; null: the database is the operator's own. */
  log: z
    .object({
      /** Every moment of these can be restored, both ends included. The oldest first. */
      spans: z.array(z.object({ from: z.iso.datetime(), to: z.iso.datetime() })),
      bytes: z.number().int(),
    })
    .nullable(),
  /** Newest first. */
  backups: z.array(storedBackup),
  /** Folders whose record cannot be read. */
  unreadable: z.array(z.string()),
})
export type BackupState = z.infer<typeof backupState>

export const getBackups = endpoint({
  method: 'GET',
  path: '/api/admin/backups',
  auth: 'admin',
  summary: 'The backups of the installation, and whether the newest was verified',
  params: nothing,
  query: nothing,
  body: nothing,
  response: backupState,
})

export const backUp = endpoint({
  method: 'POST',
  path: '/api/admin/backups',
  auth: 'admin',
  summary: 'Take a backup now',
  params: nothing,
  query: nothing,
  body: nothing,
  response: backupState,
  audit: { action: 'backup-requested' },
})

export const verifyBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backups/:name/verify',
  auth: 'admin',
  summary: 'Restore a backup next to the server, and compare everything',
  params: z.strictObject({ name: z.string().regex(/^\d{8}T\d{6}Z$/, 'must be the name of a backup') }),
  query: nothing,
  body: nothing,
  response: backupState,
  audit: { action: 'backup-verification-requested' },
})
