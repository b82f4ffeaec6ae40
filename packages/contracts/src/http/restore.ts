import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'

const state = z.object({
  /** `restarting`: it is restored, and the server begins with it. */
  state: z.enum(['none', 'restoring', 'restarting', 'failed']),
  /** Why it failed. */
  problem: z.string().nullable(),
})
export type RestoreState = z.infer<typeof state>

const setting = line.trim().max(500).optional()

export const getRestore = endpoint({
  method: 'GET',
  path: '/public-api/restore',
  auth: 'public',
  summary: 'How far the restore of an empty installation is',
  params: nothing,
  query: nothing,
  body: nothing,
  response: state,
})

export const restoreInstallation = endpoint({
  method: 'POST',
  path: '/public-api/restore',
  auth: 'public',
  summary: 'Restore a backup into an installation that has no user yet',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    /** As to register the first user. */
    setupToken: line.trim().max(64).optional(),
    /** A folder of the server, `s3://bucket/prefix`, or `file:///folder`. */
    place: line.trim().min(1, 'Please enter where the backup is').max(1000),
    endpoint: setting,
    region: setting,
    accessKeyId: setting,
    secretAccessKey: setting,
    /** As it is printed. */
    backupKey: setting,
  }),
  response: state,
})
export type RestoreRequest = z.output<typeof restoreInstallation.body>
