import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, silentLogger, startDatabase } from '@tradeloom/database'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listBackups } from './backup-folders.ts'
import { DEFAULT_RETENTION } from './keep-backups.ts'
import { LogKeeper } from './log-keeper.ts'
import { listLog } from './log-segments.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup, type TakenBackup } from './take-backup.ts'
import { verifyLog } from './verify-log.ts'

const WAIT = { timeout: 200_000 }

let folder: string
let root: string
const running: Database[] = []
beforeEach(() => {
  vi.stubEnv('PATH', '/nowhere')
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-timelines-'))
  // When the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  root = join(folder, 'backups')
})
afterEach(async () => {
  for (const database of running.splice(0)) await database.stop()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

async function start(name: string): Promise<Database> {
  const database = await startDatabase({ dataDir: join(folder, name), logger: silentLogger })
  running.push(database)
  return database
}

async function stop(database: Database): Promise<void> {
  running.splice(running.indexOf(database), 1)
  await database.stop()
}

const keeperOf = ({ db }: Database, name: string): LogKeeper =>
  new LogKeeper({ db, dataDir: join(folder, name), root, retention: DEFAULT_RETENTION, now: Date.now })

const backUp = ({ db, connection }: Database, name: string): Promise<TakenBackup> =>
  takeBackup({ db, connection, dataDir: join(folder, name), isOwnDatabase: false, root, program: '1', retention: null })

/** Writes a word, and returns a moment after it and before anything that follows. */
async function write({ db }: Database, word: string): Promise<number> {
  await db.execute(`insert into words values ('${word}')`)
  // It may have been committed within the millisecond that has begun.
  const at = Date.now() + 1
  await vi.waitUntil(() => Date.now() > at, WAIT)
  return at
}

async function words({ db }: Database): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(`select word from words order by word`)
  return rows.map(({ word }) => word)
}

async function finishSegment({ db }: Database, keeper: LogKeeper): Promise<void> {
  await keeper.look()
  const { rows } = await db.execute<{ name: string }>(`select pg_walfile_name(pg_switch_wal()) as name`)
  await vi.waitUntil(async () => {
    await keeper.look()
    return (await listLog(root)).segments.some(({ name }) => name === rows[0]?.name)
  }, WAIT)
}

async function wordsAt(until: number, name: string): Promise<string[]> {
  await restoreBackup({ folder: root, dataDir: join(folder, name), until })
  const restored = await start(name)
  const found = await words(restored)
  await stop(restored)
  return found
}

it('after a restore, a moment is that of the installation which was running then', async () => {
  const first = await start('first')
  const keeper = keeperOf(first, 'first')
  await first.db.execute(`create table words (word text)`)
  await backUp(first, 'first')
  const atOne = await write(first, 'one')
  const atTwo = await write(first, 'two')
  await finishSegment(first, keeper)
  await stop(first)
  await restoreBackup({ folder: root, dataDir: join(folder, 'second'), until: atOne })
  const second = await start('second')
  const other = keeperOf(second, 'second')
  await other.look()
  const atThree = await write(second, 'three')
  await finishSegment(second, other)
  expect(other.problem).toBe(null)
  const taken = await backUp(second, 'second')
  const atFour = await write(second, 'four')
  await finishSegment(second, other)
  expect(taken.record.database).toMatchObject({ timeline: 2 })
  expect((await verifyLog(taken.folder))?.faults).toEqual([])
  expect(await wordsAt(atTwo, 'third')).toEqual(['one', 'two'])
  expect(await wordsAt(atThree, 'fourth')).toEqual(['one', 'three'])
  expect(await wordsAt(atFour, 'fifth')).toEqual(['four', 'one', 'three'])
})

const SERVER = `
  import { silentLogger, startDatabase } from '@tradeloom/database'
  import { LogKeeper } from './log-keeper.ts'
  const [dataDir, root] = process.argv.slice(-2)
  const { db } = await startDatabase({ dataDir, logger: silentLogger })
  await db.execute('create table if not exists words (word text)')
  const retention = { days: 7, weeks: 4, months: 6 }
  const keeper = new LogKeeper({ db, dataDir, root, retention, now: Date.now })
  process.send('started')
  for (;;) {
    await db.execute("insert into words select md5(random()::text) from generate_series(1, 500)")
    await db.execute('select pg_switch_wal()')
    await keeper.look()
    process.send((keeper.problem ?? 'stored'))
  }
`

/** A server that writes, finishes segments and stores them as fast as it can. */
async function startServer(name: string): Promise<ChildProcess> {
  const args = ['--input-type=module', '--eval', SERVER, '--', join(folder, name), root]
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  expect(await answerOf(child)).toBe('started')
  return child
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
  return answer
}

it('a server that is killed while it stores the log leaves no gap', async () => {
  for (let round = 0; round < 6; round++) {
    const child = await startServer('first')
    const ended = once(child, 'exit')
    if (round > 0) for (let stored = 0; stored < 3; stored++) expect(await answerOf(child)).toBe('stored')
    // At another point of its work each time.
    await new Promise((resolve) => setTimeout(resolve, round * 13))
    child.kill('SIGKILL')
    await ended
    if (round === 0) {
      const database = await start('first')
      await backUp(database, 'first')
      await stop(database)
    }
  }
  const database = await start('first')
  const keeper = keeperOf(database, 'first')
  const at = await write(database, 'last')
  await finishSegment(database, keeper)
  const { segments } = await listLog(root)
  expect(segments.length).toBeGreaterThan(15)
  const [backup] = (await listBackups(root)).backups
  expect((await verifyLog(backup?.folder ?? ''))?.faults).toEqual([])
  const kept = (await words(database)).length
  await stop(database)
  expect((await wordsAt(at, 'second')).length).toBe(kept)
})
