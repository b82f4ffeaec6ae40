import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectDatabase,
  type Database,
  isAlive,
  newId,
  schema,
  silentLogger,
  startDatabase,
} from '@tradeloom/database'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { listBackups } from './backup-folders.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const LOOK_MS = 2

const folders: string[] = []
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-killed-'))
  folders.push(folder)
  return folder
}

const dataDir = temporaryFolder()
const root = join(temporaryFolder(), 'backups')
let database: Database
let whole = ''
beforeAll(async () => {
  database = await startDatabase({ dataDir, logger: silentLogger })
  mkdirSync(join(dataDir, 'market', 'OANDA'), { recursive: true })
  writeFileSync(join(dataDir, 'market', 'OANDA', '2024-02.parquet'), 'prices')
  const person = { username: 'ann', displayUsername: 'ann', name: 'ann', email: 'ann@example.com' }
  await database.db.insert(schema.users).values({ id: newId(), ...person })
  whole = (await take()).folder
})
afterAll(async () => {
  await database?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const take = () => {
  const { db, connection } = database
  return takeBackup({ db, connection, dataDir, isOwnDatabase: false, root, program: '0.1.0', retention: null })
}

/** Kills a process so many milliseconds after something is there. */
async function killed(
  fixture: string,
  request: object,
  point: (pid: number) => boolean,
  afterMs: number,
): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, fixture), JSON.stringify(request)])
  const ended = once(child, 'exit')
  while (child.exitCode === null && !point(child.pid ?? 0)) await new Promise((done) => setTimeout(done, LOOK_MS))
  await new Promise((done) => setTimeout(done, afterMs))
  child.kill('SIGKILL')
  await ended
}

const IS_FULL = inject('lane') === 'full'
/** After what can be seen, milliseconds. In the quick lane, the last of them alone is met. */
const DELAYS = IS_FULL ? [0, 40] : [0]
const met = <Point>(points: Readonly<Record<string, Point>>): [string, Point][] =>
  Object.entries(points).slice(IS_FULL ? 0 : -1)

describe('a backup whose process is killed', () => {
  const partial = (): string => join(root, readdirSync(root).find((name) => name.endsWith('.partial')) ?? 'none')
  const POINTS: Readonly<Record<string, () => boolean>> = {
    begun: () => existsSync(partial()),
    'with the database': () => existsSync(join(partial(), 'db', 'base.tar.zst')),
    'with files': () => existsSync(join(partial(), 'files')),
  }

  it('is none, and the next one is whole, while the installation goes on', async () => {
    for (const [name, point] of met(POINTS)) {
      for (const delay of DELAYS) {
        const before = (await listBackups(root)).backups.length
        await killed('backup-once.fixture.ts', { dataDir, root }, point, delay)
        const { backups } = await listBackups(root)
        // It may have been quicker.
        expect(backups.length - before, name).toBeLessThanOrEqual(1)
        for (const { folder } of backups) expect(existsSync(join(folder, 'backup.json')), name).toBe(true)
        expect(await database.db.$count(schema.users)).toBe(1)
      }
    }
    const next = await take()
    expect(readdirSync(root).filter((name) => name.endsWith('.partial'))).toEqual([])
    expect((await verifyBackup(next.folder)).faults).toEqual([])
  })
})

describe('a restore whose process is killed', () => {
  const inCluster = (target: string, name: string): boolean => existsSync(join(target, 'postgres', 'data', name))
  const POINTS: Readonly<Record<string, (target: string) => boolean>> = {
    begun: (target) => existsSync(join(target, '.restoring')),
    'with files': (target) => existsSync(join(target, 'market')),
    'with a part of the database': (target) => inCluster(target, 'PG_VERSION'),
    'while its database starts': (target) => inCluster(target, 'postmaster.pid'),
  }

  it('leaves a folder on which nothing starts, and which the next one makes whole', async () => {
    for (const [name, point] of met(POINTS)) {
      for (const delay of DELAYS) {
        const target = temporaryFolder()
        await killed('restore-once.fixture.ts', { folder: whole, dataDir: target }, () => point(target), delay)
        expect(existsSync(join(target, '.restoring')), name).toBe(true)
        await expect(startDatabase({ dataDir: target, logger: silentLogger }), name).rejects.toThrow('has not ended')
        if (inCluster(target, 'PG_VERSION'))
          await expect(connectDatabase({ dataDir: target, logger: silentLogger }), name).rejects.toThrow(
            'has not ended',
          )
        expect((await restoreBackup({ folder: whole, dataDir: target })).faults, name).toEqual([])
        const restored = await startDatabase({ dataDir: target, logger: silentLogger })
        try {
          expect(await restored.db.$count(schema.users), name).toBe(1)
        } finally {
          await restored.stop()
        }
      }
    }
  })

  it('refuses another one into its folder while it is under way', async () => {
    const target = temporaryFolder()
    writeFileSync(join(target, '.restoring'), String(process.pid))
    const second = restoreBackup({ folder: whole, dataDir: target })
    await expect(second).rejects.toThrow(`is under way (process ${process.pid})`)
  })
})

it('ends and removes what a verification has left that was killed, before the next one', async () => {
  let left = ''
  const isRunning = (pid: number): boolean => {
    const folder = readdirSync(tmpdir()).find((name) => name.startsWith(`tradeloom-verify-${pid}-`))
    left = join(tmpdir(), folder ?? 'none', 'postgres', 'data', 'postmaster.pid')
    return existsSync(left)
  }
  await killed('verify-once.fixture.ts', { folder: whole }, isRunning, 0)
  const postmaster = Number(readFileSync(left, 'utf8').split('\n')[0])
  expect(isAlive(postmaster)).toBe(true)
  expect((await verifyBackup(whole)).faults).toEqual([])
  expect([isAlive(postmaster), existsSync(left)]).toEqual([false, false])
})
