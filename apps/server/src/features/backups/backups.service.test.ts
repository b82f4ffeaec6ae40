import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupWork } from '@tradeloom/backup'
import { UserError } from '@tradeloom/domain'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type BackupParts, BackupsService } from './backups.service.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 28, 12)

let root: string
let now: number
let asked: BackupWork['do'][]
let told: string[]
let fault: Error | null
let logProblem: string | null
let service: BackupsService
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tradeloom-scheduled-'))
  ;[now, asked, told, fault, logProblem] = [START, [], [], null, null]
  service = new BackupsService(parts())
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function parts(): BackupParts {
  const logger = { info() {}, error: (fields: object) => void fields }
  return {
    database: { connection: {}, db: { transaction: async () => void told.push('told') } } as never,
    disk: { require: async () => undefined },
    logger: logger as never,
    terms: { dataDir: root, isOwnDatabase: false, root, program: '0.1.0' },
    schedule: { at: '03:00', timeZone: 'UTC' },
    offsite: null,
    logProblem: () => logProblem,
    ask: async (read) => {
      const work = await read()
      asked.push(work.do)
      if (fault) throw fault
      if (work.do === 'take') store()
      else if (work.do === 'verify') verify(work.folder)
      return { name: null, faults: [] }
    },
    now: () => now,
  }
}

/** A backup as the process would leave it. */
function store(): void {
  const folder = join(root, `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
  mkdirSync(folder)
  const log = { startLsn: '0/1', endLsn: '0/2', timeline: 1 }
  const database = { kind: 'embedded', major: 18, ...log, bytes: 1, sha256: '', tables: [] }
  const files = { count: 0, bytes: 0, sha256: '' }
  const of = { format: 1, takenAt: now, seconds: 1, program: '0.1.0', migrations: 1, masterKey: null }
  writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...of, database, files }))
}

function verify(folder: string, faults: string[] = []): void {
  const found = { seconds: 1, tables: 1, rows: 1, files: 0, journals: 0, auditLines: 0, faults }
  writeFileSync(join(folder, 'verified.json'), JSON.stringify({ at: now, ...found }))
}

async function lookAt(time: number): Promise<void> {
  now = time
  await service.look()
  await expect.poll(async () => (await service.state()).work).toBe('none')
}

it('a backup is taken at its hour, once, and then restored to verify it', async () => {
  await lookAt(START + HOUR)
  expect(asked).toEqual([])
  await lookAt(START + 15 * HOUR)
  expect(asked).toEqual(['take'])
  await lookAt(START + 15 * HOUR + 60_000)
  await lookAt(START + 15 * HOUR + 120_000)
  expect(asked).toEqual(['take', 'verify'])
  expect(told).toEqual([])
})

it('one that was missed while the server was off is taken when it runs again', async () => {
  store()
  verify(join(root, '20261128T120000Z'))
  await lookAt(START + 50 * HOUR)
  expect(asked).toEqual(['take'])
})

it('a clock that was ahead for a while delays neither the next backup, nor its verification, nor the alarm', async () => {
  now = START + 365 * 24 * HOUR
  store()
  verify(join(root, '20271128T120000Z'))
  await lookAt(START + HOUR)
  expect(asked).toEqual(['verify'])
  await lookAt(START + 15 * HOUR)
  await lookAt(START + 15 * HOUR + 60_000)
  expect(asked).toEqual(['verify', 'take'])
  now = START + 48 * HOUR
  expect((await service.state()).problem).toBe('The newest backup is more than a day old')
})

it('a failure raises an alarm with its reason, is tried again half an hour later, and forgotten after a success', async () => {
  fault = new UserError('disk', 'no space is left')
  await lookAt(START + 15 * HOUR)
  await lookAt(START + 15 * HOUR + 60_000)
  expect(asked).toEqual(['take'])
  expect((await service.state()).problem).toBe('The last attempt failed: no space is left')
  expect(told).not.toEqual([])
  fault = null
  await lookAt(START + 15 * HOUR + 31 * 60_000)
  expect(asked).toEqual(['take', 'take'])
  expect((await service.state()).problem).toBe(null)
})

it('a backup that another server takes is no failure', async () => {
  fault = new UserError('busy', 'Another backup is being written')
  await lookAt(START + 15 * HOUR)
  expect((await service.state()).problem).toBe(null)
})

it('a damaged backup and a late one are problems', async () => {
  store()
  verify(join(root, '20261128T120000Z'), ['table users is missing'])
  expect((await service.state()).problem).toBe('The backup 20261128T120000Z is damaged: table users is missing')
  rmSync(join(root, '20261128T120000Z'), { recursive: true })
  now = START + 27 * HOUR
  expect((await service.state()).problem).toBe('There is no backup yet')
})

it('two requests at once are one, and the other is refused', async () => {
  const both = await Promise.allSettled([service.backUp(), service.backUp()])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

it('a log that is not stored is a problem, and a gap after the newest backup begins a new one', async () => {
  store()
  verify(join(root, '20261128T120000Z'))
  logProblem = 'The log is not stored in /srv: no space is left on its disk'
  expect((await service.state()).problem).toBe(logProblem)
  // The backup has segment 0; the first one after it is missing.
  storeSegment(2)
  await lookAt(START + 60_000)
  expect(asked).toEqual([])
  logProblem = null
  await lookAt(START + 120_000)
  expect(asked).toEqual(['take'])
})

it('says from when to when any moment can be restored', async () => {
  store()
  storeSegment(1)
  expect((await service.state()).log).toEqual({
    spans: [{ from: '2026-11-28T12:00:00.000Z', to: '2026-11-28T12:01:00.000Z' }],
    bytes: 500,
  })
})

function storeSegment(number: number): void {
  mkdirSync(join(root, 'log'), { recursive: true })
  const name = `0000000100000000${number.toString(16).padStart(8, '0')}`
  writeFileSync(join(root, 'log', `${name}.${START + number * 60_000}.500.${'a'.repeat(64)}.zst`), '')
}
