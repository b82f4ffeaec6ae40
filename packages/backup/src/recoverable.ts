import { UserError } from '@tradeloom/domain'
import type { StoredBackup } from './backup-folders.ts'
import type { BackupRecord } from './backup-record.ts'
import { backupsWithLog, DEFAULT_RETENTION } from './keep-backups.ts'
import { listLog, type LogSegment, segmentBefore, segmentName, type StoredLog } from './log-segments.ts'
import { pathsFrom, type TimelinePath } from './timelines.ts'

/** Every moment from one to the other can be restored, both included; milliseconds since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A backup from which the log goes on. */
export interface Base {
  readonly folder: string
  readonly takenAt: number
  readonly database: Extract<BackupRecord['database'], { kind: 'embedded' }>
}

export interface Recovery {
  readonly base: Base
  readonly until: number
  readonly timeline: number
  /** The log from the backup to that moment. */
  readonly segments: readonly LogSegment[]
}

/** In the order of the backups. */
export function basesOf(backups: readonly StoredBackup[]): Base[] {
  return backups.flatMap(({ folder, record }) => baseOf(folder, record) ?? [])
}

/** Null if the database is the operator's own. */
export function baseOf(folder: string, { database, takenAt }: BackupRecord): Base | null {
  return database.kind === 'embedded' ? { folder, takenAt, database } : null
}

/** The segments that follow a backup on one path without a gap, and the name of the first that is not there. */
export function chainOf(
  { database }: Pick<Base, 'database'>,
  path: TimelinePath,
  log: StoredLog,
): { segments: LogSegment[]; missing: string } {
  const byName = new Map(log.segments.map((segment) => [segment.name, segment]))
  const segments: LogSegment[] = []
  // The backup itself has its log up to where it was consistent.
  for (let number = segmentBefore(database.endLsn) + 1; ; number++) {
    const missing = segmentName(path.timelineOf(number), number)
    const segment = byName.get(missing)
    if (!segment) return { segments, missing }
    segments.push(segment)
  }
}

/** All moments that can be restored, the oldest first. */
export async function spansOf(bases: readonly Base[], log: StoredLog): Promise<Span[]> {
  const found: Span[] = []
  for (const base of bases) {
    for (const path of await pathsFrom(base.database, log)) {
      const last = chainOf(base, path, log).segments.at(-1)
      const from = Math.max(base.takenAt, path.began)
      if (last && last.until > from) found.push({ from, to: last.until })
    }
  }
  const spans: Span[] = []
  for (const span of found.toSorted((a, b) => a.from - b.from)) {
    const before = spans.at(-1)
    if (before && span.from <= before.to)
      spans[spans.length - 1] = { from: before.from, to: Math.max(before.to, span.to) }
    else spans.push(span)
  }
  return spans
}

/**
 * From which backup, and through which log, a moment is restored: of the installation that was running then.
 * @throws {UserError} if it is outside of what is kept, with what is.
 */
export async function planRecovery(bases: readonly Base[], log: StoredLog, until: number): Promise<Recovery> {
  for (const base of bases.toSorted((a, b) => b.takenAt - a.takenAt)) {
    if (base.takenAt > until) continue
    const path = (await pathsFrom(base.database, log)).find(({ began }) => began <= until)
    if (!path) continue
    const { segments } = chainOf(base, path, log)
    const last = segments.findIndex((segment) => segment.until >= until)
    // PostgreSQL stops before the first transaction that is later, which may be in the segment that follows.
    if (last !== -1) return { base, until, timeline: path.timeline, segments: segments.slice(0, last + 2) }
  }
  throw new UserError('invalid-input', `${clock(until)} cannot be restored: ${await wordRange(bases, log)}`)
}

async function wordRange(bases: readonly Base[], log: StoredLog): Promise<string> {
  const spans = await spansOf(bases, log)
  if (spans.length === 0) return 'no log that continues a backup is next to it'
  const ranges = spans.map(({ from, to }) => `from ${clock(from)} to ${clock(to)}`).join(', and ')
  const gaps = await gapsAfter(bases, log)
  return `the backups and their log reach ${ranges}${gaps.length === 0 ? '' : `. ${gaps.join('. ')}`}`
}

/** Where the log of these backups is interrupted: segments that are not there, though later ones are. */
export async function gapsAfter(bases: readonly Base[], log: StoredLog): Promise<string[]> {
  const gaps = new Set<string>()
  for (const base of bases) {
    for (const path of await pathsFrom(base.database, log)) {
      const { missing } = chainOf(base, path, log)
      const isInterrupted = log.segments.some(({ name }) => name > missing && name.slice(0, 8) === missing.slice(0, 8))
      if (isInterrupted) gaps.add(`The segment ${missing} of the log is missing`)
    }
  }
  return [...gaps]
}

/** UTC. Milliseconds decide, so they are shown. */
function clock(at: number): string {
  return `${new Date(at).toISOString().slice(0, 23).replace('T', ' ')} UTC`
}

/** What is kept of the log, for those who look after it. */
export interface LogState {
  readonly spans: readonly Span[]
  readonly bytes: number
  /** Segments that are missing in between. */
  readonly gaps: readonly string[]
  /** Whether the log goes on from the newest backup. */
  readonly isInterrupted: boolean
}

/** Given the newest backup first. */
export async function stateOfLog(root: string, backups: readonly StoredBackup[]): Promise<LogState> {
  const bases = basesOf(backupsWithLog(backups, DEFAULT_RETENTION))
  const log = await listLog(root)
  return {
    spans: await spansOf(bases, log),
    bytes: log.segments.reduce((sum, { bytes }) => sum + bytes, 0),
    gaps: await gapsAfter(bases, log),
    isInterrupted: (await gapsAfter(bases.slice(0, 1), log)).length > 0,
  }
}
