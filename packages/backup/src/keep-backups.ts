import type { StoredBackup } from './backup-folders.ts'

/** How many backups stay: the newest of each of so many days, weeks and months. */
export interface Retention {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

export const DEFAULT_RETENTION: Retention = { days: 7, weeks: 4, months: 6 }

const DAY_MS = 86_400_000

/**
 * Which of these backups are no longer needed, given the newest first. The newest stays, and so does the newest that was
 * verified: until a later one was, it is the one to rely on.
 */
export function expiredBackups(backups: readonly StoredBackup[], retention: Retention): StoredBackup[] {
  const kept = new Set<StoredBackup>(backups.slice(0, 1))
  const verified = backups.find(isVerified)
  if (verified) kept.add(verified)
  for (const [count, periodOf] of [
    [retention.days, dayOf],
    [retention.weeks, weekOf],
    [retention.months, monthOf],
  ] as const) {
    const newest = new Map<string, StoredBackup>()
    for (const backup of backups) {
      const period = periodOf(backup.record.takenAt)
      if (!newest.has(period)) newest.set(period, backup)
    }
    for (const backup of [...newest.values()].slice(0, count)) kept.add(backup)
  }
  return backups.filter((backup) => !kept.has(backup))
}

/**
 * The backups that the log continues, so that each moment after them can be restored: those of the last days, and all since
 * the newest that was verified. Of the weeks and months before, their own moment can be restored. Given the newest first.
 */
export function backupsWithLog(backups: readonly StoredBackup[], { days }: Pick<Retention, 'days'>): StoredBackup[] {
  const last = [...new Set(backups.map(({ record }) => dayOf(record.takenAt)))].slice(0, Math.max(1, days))
  const oldest = Math.max(
    backups.findLastIndex(({ record }) => last.includes(dayOf(record.takenAt))),
    backups.findIndex(isVerified),
  )
  return backups.slice(0, oldest + 1)
}

function isVerified({ verification }: StoredBackup): boolean {
  return verification?.faults.length === 0
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** Weeks begin on Monday; 1970-01-05 was one. */
function weekOf(at: number): string {
  return String(Math.floor((at / DAY_MS - 4) / 7))
}

function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7)
}
