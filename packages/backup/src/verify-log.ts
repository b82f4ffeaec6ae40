import { dirname } from 'node:path'
import { UserError } from '@tradeloom/domain'
import { listBackups } from './backup-folders.ts'
import type { Verification } from './backup-record.ts'
import { backupsWithLog, DEFAULT_RETENTION } from './keep-backups.ts'
import { type LogSegment, listLog } from './log-segments.ts'
import { baseOf, chainOf, gapsAfter } from './recoverable.ts'
import { readSegment } from './replay-log.ts'
import { pathsFrom } from './timelines.ts'

/** Reads all of the log that continues a backup: nothing is missing in between, and each segment is what was written. */
export async function verifyLog(folder: string): Promise<Verification['log']> {
  const root = dirname(folder)
  const { backups } = await listBackups(root)
  const backup = backupsWithLog(backups, DEFAULT_RETENTION).find((one) => one.folder === folder)
  const base = backup && baseOf(folder, backup.record)
  if (!base) return null
  const log = await listLog(root)
  const chain = new Set<LogSegment>()
  const faults: string[] = []
  try {
    for (const path of await pathsFrom(base.database, log)) {
      for (const segment of chainOf(base, path, log).segments) chain.add(segment)
    }
    faults.push(...(await gapsAfter([base], log)))
  } catch (error) {
    faults.push(textOf(error))
  }
  for (const segment of chain) await readSegment(segment).catch((error: unknown) => faults.push(textOf(error)))
  const until = [...chain].reduce<number | null>((last, one) => Math.max(last ?? 0, one.until), null)
  return { segments: chain.size, until, faults }
}

function textOf(error: unknown): string {
  if (error instanceof UserError) return error.text
  throw error
}
