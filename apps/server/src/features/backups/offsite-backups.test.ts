import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOffsite, readOffsiteSettings } from '@tradeloom/backup'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OffsiteBackups } from './offsite-backups.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 28, 12)
const LIMITS = { lateMs: 26 * HOUR, verifiedMs: 14 * 24 * HOUR }

let folder: string
let store: string
let now: number
let copies: OffsiteBackups
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-copies-'))
  store = join(folder, 'store')
  now = START
  mkdirSync(store)
  const settings = readOffsiteSettings({}, `file://${store}`)
  copies = new OffsiteBackups({ settings, dataDir: folder, root: join(folder, 'backups'), now: () => now })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A record alone, as whoever lists it sees it. */
async function put(at: number, faults: string[] | null = null): Promise<{ name: string }> {
  const offsite = await openOffsite(copies.settings, { dataDir: folder, makes: true })
  const name = `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const log = { startLsn: '0/1', endLsn: '0/2', timeline: 1 }
  const database = { kind: 'embedded', major: 18, ...log, bytes: 1, sha256: '', tables: [] }
  const of = { format: 1, takenAt: at, seconds: 1, program: '0.1.0', migrations: 1, masterKey: null }
  const record = { ...of, database, files: { count: 0, bytes: 0, sha256: '' } }
  await offsite.put(`${name}/backup.json`, Buffer.from(JSON.stringify(record)))
  const found = { at, seconds: 1, tables: 1, rows: 1, files: 0, journals: 0, auditLines: 0, faults }
  if (faults) await offsite.put(`${name}/verified.json`, Buffer.from(JSON.stringify(found)))
  return { name }
}

it('lacks what was not sent, once the store was asked', async () => {
  const here = { name: '20261128T120000Z' } as never
  expect(copies.lacks(here)).toBe(false)
  await copies.ask()
  expect(copies.lacks(here)).toBe(true)
  await put(START)
  copies.changed()
  await copies.ask()
  expect(copies.lacks(here)).toBe(false)
  expect(copies.state(LIMITS)).toMatchObject({ backups: 1, newest: '2026-11-28T12:00:00.000Z', problem: null })
})

it('is late after a day, unverified after two weeks, and neither where backups are taken on request only', async () => {
  await copies.ask()
  now += 27 * HOUR
  expect(copies.state(LIMITS).problem).toBe('There is no backup yet')
  expect(copies.state({ ...LIMITS, lateMs: null }).problem).toBe(null)
  await put(START)
  await copies.ask()
  expect(copies.state(LIMITS).problem).toBe('The newest backup is more than a day old')
  now += 20 * 24 * HOUR
  await put(now)
  copies.changed()
  await copies.ask()
  expect(copies.isUnverified(LIMITS.verifiedMs)).toBe(true)
  expect(copies.state(LIMITS).problem).toBe('No backup was verified for two weeks')
  now += 1000
  await put(now, [])
  copies.changed()
  await copies.ask()
  expect(copies.state(LIMITS)).toMatchObject({ problem: null, verification: { faults: [] } })
})

it('is late, too, when a clock that was ahead has dated a backup into the future', async () => {
  await put(now + 365 * 24 * HOUR, [])
  await copies.ask()
  expect(copies.state(LIMITS).problem).toBe(null)
  now += 27 * HOUR
  expect(copies.state(LIMITS).problem).toBe('The newest backup is more than a day old')
  expect(copies.isUnverified(LIMITS.verifiedMs)).toBe(true)
})

it('says what fails, what is damaged, and that the store is away, until that is over', async () => {
  copies.failed('the store is full')
  expect(copies.state(LIMITS).problem).toBe('The last attempt failed: the store is full')
  await put(START, ['table users is missing'])
  copies.changed()
  await copies.ask()
  expect(copies.state(LIMITS).problem).toBe('The backup 20261128T120000Z is damaged: table users is missing')
  rmSync(store, { recursive: true })
  copies.changed()
  await copies.ask()
  // What was seen there last stays on the page.
  expect(copies.state(LIMITS)).toMatchObject({ backups: 1, problem: `The folder ${store}: it does not exist` })
  expect(copies.lacks({ name: '20261128T120000Z' } as never)).toBe(false)
})
