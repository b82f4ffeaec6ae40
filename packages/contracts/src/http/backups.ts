import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

const verification = z.object({
  at: z.iso.datetime(),
  seconds: z.number(),
  rows: z.number().int(),
  faults: z.array(z.string()),
})

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
  verification: verification.nullable(),
})
export type ViewedBackup = z.infer<typeof storedBackup>

const offsiteState = z.object({
  /** `s3://bucket/prefix`, or `file:///folder`. */
  place: z.string(),
  /** How many backups are there. */
  backups: z.number().int(),
  newest: z.iso.datetime().nullable(),
  /** The last one that was restored from there. */
  verification: verification.nullable(),
  /** Until when the log is there; null: none was sent since the server started. */
  log: z.iso.datetime().nullable(),
  /** What is wrong with the copies; null if the newest is recent and whole. */
  problem: z.string().nullable(),
})
export type OffsiteState = z.infer<typeof offsiteState>

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
  work: z.enum(['none', 'backing-up', 'verifying', 'uploading', 'verifying-offsite']),
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
  /** Encrypted copies in a store; null: the operator has set none. */
  offsite: offsiteState.nullable(),
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

export const verifyOffsiteBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backups/offsite/verify',
  auth: 'admin',
  summary: 'Restore the newest backup of the store next to the server, and compare everything',
  params: nothing,
  query: nothing,
  body: nothing,
  response: backupState,
  audit: { action: 'backup-verification-requested' },
})

const kit = z.object({
  /** As it is printed; null while nothing is sealed. */
  masterKey: z.string().nullable(),
  /** Of the copies in a store; null if there is none. */
  backupKey: z.string().nullable(),
  /** Where the backups are. */
  place: z.string(),
  /** What has to be set before, as variables of the environment. */
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
  commands: z.array(z.object({ purpose: z.string(), command: z.string() })),
})
export type EmergencyKit = z.infer<typeof kit>

export const emergencyKit = endpoint({
  method: 'POST',
  path: '/api/admin/backups/emergency-kit',
  auth: 'admin',
  recentLogin: 'always',
  showsOnce: true,
  summary:
    'The keys and commands that bring the installation back on another machine, to be printed; needs a recent login',
  params: nothing,
  query: nothing,
  body: nothing,
  response: kit,
  audit: { action: 'emergency-kit-shown' },
})
