import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@tradeloom/domain'
import { z } from 'zod'

/** Written last: a folder without it is no backup. */
export const RECORD_FILE = 'backup.json'
export const FILE_LIST = 'files.json'
export const VERIFICATION_FILE = 'verified.json'

/** Where a file of the database is in the folder of a backup. */
export function databaseFile(name: string): string {
  return join('db', name)
}
export const DATABASE_MANIFEST = databaseFile('backup_manifest')

/** The rows that a table had while it was copied: all other numbers mean that some were lost or added. */
const tableRows = z.strictObject({
  name: z.string(),
  least: z.number().int().nonnegative(),
  most: z.number().int().nonnegative(),
})
export type TableRows = z.infer<typeof tableRows>

const embeddedDatabase = z.strictObject({
  kind: z.literal('embedded'),
  /** Major version of PostgreSQL, of which alone it can be restored. */
  major: z.number().int(),
  startLsn: z.string(),
  endLsn: z.string(),
  timeline: z.number().int(),
  /** Its file, which the first backups did not name. */
  archive: z.enum(['base.tar.zst', 'base.tar.gz']).default('base.tar.gz'),
  bytes: z.number().int(),
  sha256: z.string(),
  tables: z.array(tableRows),
})
const ownDatabase = z.strictObject({
  kind: z.literal('own'),
  /** Where the log of the operator's PostgreSQL was: its backup must be of this moment or later. */
  lsn: z.string(),
  version: z.string(),
})

const record = z.strictObject({
  format: z.literal(1),
  /** When the database was consistent, milliseconds since 1970. */
  takenAt: z.number().int(),
  seconds: z.number(),
  /** Of the program: a database of a newer one cannot be restored. */
  program: z.string(),
  migrations: z.number().int(),
  /** Of the master key, which is not in the backup; null if none was made yet. */
  masterKey: z.string().nullable(),
  database: z.discriminatedUnion('kind', [embeddedDatabase, ownDatabase]),
  files: z.strictObject({ count: z.number().int(), bytes: z.number().int(), sha256: z.string() }),
})
export type BackupRecord = z.infer<typeof record>

const verification = z.strictObject({
  at: z.number().int(),
  seconds: z.number(),
  tables: z.number().int(),
  rows: z.number().int(),
  files: z.number().int(),
  journals: z.number().int(),
  auditLines: z.number().int(),
  /** What was found; empty: it was restored, and everything was there. */
  faults: z.array(z.string()),
  /** Of the log that continues it: how many segments, until when, and what is missing or damaged; null: it has none. */
  log: z
    .strictObject({
      segments: z.number().int(),
      until: z.number().int().nullable(),
      faults: z.array(z.string()),
    })
    .nullable()
    .default(null),
})
export type Verification = z.infer<typeof verification>

export async function readRecord(folder: string): Promise<BackupRecord> {
  const path = join(folder, RECORD_FILE)
  const text = await readText(path)
  if (text !== null) return parseRecord(text, folder)
  throw new UserError('invalid-input', `${folder} is no backup: it has no ${RECORD_FILE}, which is written last`)
}

export function parseRecord(text: string, folder: string): BackupRecord {
  const path = join(folder, RECORD_FILE)
  const found = parseJson(text)
  if (found === undefined) throw new UserError('damaged-data', `${path} is damaged: it is not JSON`)
  if (typeof found === 'object' && found !== null && 'format' in found && found.format !== 1) {
    throw new UserError('conflict', `${folder} was written by a newer Tradeloom; restore it with that one`)
  }
  const parsed = record.safeParse(found)
  if (parsed.success) return parsed.data
  throw new UserError('damaged-data', `${path} is damaged: ${z.prettifyError(parsed.error)}`)
}

/** Null if it was never restored to verify it. */
export async function readVerification(folder: string): Promise<Verification | null> {
  return parseVerification((await readText(join(folder, VERIFICATION_FILE)).catch(() => null)) ?? '')
}

export function parseVerification(text: string): Verification | null {
  const parsed = verification.safeParse(parseJson(text))
  return parsed.success ? parsed.data : null
}

/** Null if there is no such file. */
async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** Undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
