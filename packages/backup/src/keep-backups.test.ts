import { expect, it } from 'vitest'
import type { StoredBackup } from './backup-folders.ts'
import { DEFAULT_RETENTION, expiredBackups } from './keep-backups.ts'

const DAY_MS = 86_400_000
const LAST = Date.UTC(2026, 10, 28, 3)

function backupsOf(days: number, verifiedDaysAgo: number | null = null): StoredBackup[] {
  return Array.from({ length: days }, (_, ago) => ({
    name: String(ago),
    folder: '',
    record: { takenAt: LAST - ago * DAY_MS } as StoredBackup['record'],
    verification: ago === verifiedDaysAgo ? ({ faults: [] as string[] } as StoredBackup['verification']) : null,
  }))
}

const keptOf = (backups: readonly StoredBackup[]): string[] => {
  const expired = new Set(expiredBackups(backups, DEFAULT_RETENTION))
  return backups.filter((backup) => !expired.has(backup)).map(({ name }) => name)
}

it('seven days, four weeks and six months of daily backups stay', () => {
  // 2026-11-28 is a Saturday: the weeks before it end on Sundays.
  expect(keptOf(backupsOf(400))).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '13',
    '20',
    '28',
    '59',
    '89',
    '120',
    '151',
  ])
})

it('the newest backup that was verified stays until a newer one is', () => {
  expect(keptOf(backupsOf(30, 17))).toContain('17')
})

it('the only backup stays, however old it is', () => {
  expect(expiredBackups(backupsOf(1), { days: 0, weeks: 0, months: 0 })).toEqual([])
})
