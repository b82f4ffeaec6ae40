import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder, giveCluster } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { type LogSegment, SEGMENT_BYTES, type StoredLog } from './log-segments.ts'
import type { Recovery } from './recoverable.ts'
import { readStored } from './store-segment.ts'

const PAGE = 64 * 1024
const EMPTY = Buffer.alloc(PAGE)

/**
 * Settings with which PostgreSQL recovers an unpacked backup, and begins a timeline of its own: what it writes from now on
 * can share a folder with the log of the installation from which the backup is.
 */
export type RecoverySettings = Readonly<Record<string, string>>

/** Prepares an unpacked backup so that PostgreSQL replays the log until a moment; null: as it was when it was taken. */
export async function prepareReplay(
  dataDir: string,
  { histories }: StoredLog,
  recovery: Recovery | null,
): Promise<RecoverySettings> {
  const data = clusterFolder(dataDir)
  const log = join(data, 'pg_wal')
  await mkdir(join(log, 'archive_status'), { recursive: true })
  // With them it chooses a timeline that nobody has.
  for (const history of histories) await place(log, history.name, await readStored(history))
  for (const segment of recovery?.segments ?? []) await place(log, segment.name, await readSegment(segment))
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 })
  giveCluster(dataDir)
  return {
    // All of it is in its own folder already.
    restore_command: 'exit 1',
    recovery_target_action: 'promote',
    // Nobody connects before the end.
    hot_standby: 'off',
    ...(recovery === null
      ? { recovery_target: 'immediate', recovery_target_timeline: 'current' }
      : {
          recovery_target_time: new Date(recovery.until).toISOString().replace('Z', '+00'),
          recovery_target_inclusive: 'on',
          recovery_target_timeline: String(recovery.timeline),
        }),
  }
}

/** What is inside of a segment. @throws {UserError} that names it if it is not what was written. */
export async function readSegment(segment: LogSegment): Promise<Buffer> {
  const inside = await readStored(segment).catch(() => null)
  if (inside?.length === SEGMENT_BYTES) return inside
  throw new UserError('damaged-data', `The segment ${segment.name} of the log is damaged: it is not what was written`)
}

/** Leaves out what is empty, which is most of the log of a quiet minute. */
async function place(folder: string, name: string, inside: Buffer): Promise<void> {
  const file = await open(join(folder, name), 'w', 0o600)
  try {
    for (let at = 0; at < inside.length; at += PAGE) {
      const page = inside.subarray(at, at + PAGE)
      if (!page.equals(EMPTY.subarray(0, page.length))) await file.write(page, 0, page.length, at)
    }
    await file.truncate(inside.length)
  } finally {
    await file.close()
  }
  // It is kept already where it comes from.
  await writeFile(join(folder, 'archive_status', `${name}.done`), '', { mode: 0o600 })
}
