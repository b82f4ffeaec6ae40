import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, logStaging, silentLogger, startDatabase } from '@tradeloom/database'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listBackups } from './backup-folders.ts'
import { DEFAULT_RETENTION } from './keep-backups.ts'
import { LogKeeper, type LogTerms } from './log-keeper.ts'
import { listLog, logFolder, segmentAt } from './log-segments.ts'
import { basesOf, spansOf } from './recoverable.ts'
import { restoreBackup } from './restore-backup.ts'
import { type BackupRequest, takeBackup, type TakenBackup } from './take-backup.ts'
import { verifyLog } from './verify-log.ts'

const WAIT = { timeout: 200_000 }

const folders: string[] = []
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-log-'))
  folders.push(folder)
  return folder
}

const dataDir = temporaryFolder()
const root = join(temporaryFolder(), 'backups')
let database: Database
let keeper: LogKeeper
let taken: TakenBackup
/** The last millisecond before the mistake, and how many rows were committed at least. */
let before = 0
let committed = 0

const terms = (): LogTerms => ({ db: database.db, dataDir, root, retention: DEFAULT_RETENTION, now: Date.now })
const request = (): BackupRequest => ({
  db: database.db,
  connection: database.connection,
  dataDir,
  isOwnDatabase: false,
  root,
  program: '0.1.0',
  retention: null,
})
const restoreRange = async () => spansOf(basesOf((await listBackups(root)).backups), await listLog(root))

beforeAll(async () => {
  // Nothing of PostgreSQL but what comes with the program.
  vi.stubEnv('PATH', '/nowhere')
  database = await startDatabase({ dataDir, logger: silentLogger })
  keeper = new LogKeeper(terms())
  await database.db.execute(`create table figures (n integer, at timestamptz default clock_timestamp())`)
  taken = await takeBackup(request())
  await makeMistake()
  await finishSegment()
})
afterAll(async () => {
  await database.stop()
  vi.unstubAllEnvs()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Deletes everything while others write. */
async function makeMistake(): Promise<void> {
  const { db } = database
  let written = 0
  const writing = new AbortController()
  const write = async (): Promise<void> => {
    while (!writing.signal.aborted) {
      await db.execute(`insert into figures select generate_series(1, 20)`)
      written += 20
    }
  }
  const writers = [write(), write()]
  await vi.waitUntil(() => written > 1000, WAIT)
  // What was committed may be of the millisecond that has begun.
  ;[committed, before] = [written, Date.now() + 1]
  await vi.waitUntil(() => Date.now() > before, WAIT)
  await db.execute(`delete from figures`)
  const atMistake = written
  await vi.waitUntil(() => written > atMistake + 200, WAIT)
  writing.abort()
  await Promise.all(writers)
}

/** Finishes the segment that is being written, and stores it. */
async function finishSegment(): Promise<void> {
  await keeper.look()
  const { rows } = await database.db.execute<{ name: string }>(`select pg_walfile_name(pg_switch_wal()) as name`)
  await vi.waitUntil(async () => {
    await keeper.look()
    return (await listLog(root)).segments.some(({ name }) => name === rows[0]?.name)
  }, WAIT)
}

function copyOfRoot(): string {
  const copy = join(temporaryFolder(), 'copy')
  cpSync(root, copy, { recursive: true })
  return copy
}

function segmentsIn(folder: string): string[] {
  return readdirSync(logFolder(folder)).toSorted()
}

const restore = (until: number, folder = root, target = join(temporaryFolder(), 'data')) =>
  restoreBackup({ folder, dataDir: target, until })

it('everything is restored as it was in the millisecond before a mistake, and nothing of later', async () => {
  const target = temporaryFolder()
  const result = await restore(before, root, target)
  expect(result).toMatchObject({ at: before, faults: [] })
  const restored = await startDatabase({ dataDir: target, logger: silentLogger })
  try {
    const { rows } = await restored.db.execute<{ rows: number; last: string; timeline: number }>(`
      select count(*)::int as rows, extract(epoch from max(at)) * 1000 as last,
        (select timeline_id from pg_control_checkpoint()) as timeline
      from figures`)
    expect(rows[0]?.rows).toBeGreaterThanOrEqual(committed)
    expect(Number(rows[0]?.last)).toBeLessThan(before + 1)
    expect(rows[0]?.timeline).toBe(2)
  } finally {
    await restored.stop()
  }
})

it.each([
  ['before the first backup', () => taken.record.takenAt - 1],
  ['after the end of the log', () => Date.now() + 60_000],
])('a moment %s is refused with the range that can be restored, and leaves nothing', async (_, moment) => {
  const target = join(temporaryFolder(), 'data')
  const first = new Date(taken.record.takenAt).toISOString().replace('T', ' ').replace('Z', ' UTC')
  await expect(restore(moment(), root, target)).rejects.toThrow(
    `cannot be restored: the backups and their log reach from ${first} to `,
  )
  expect(existsSync(target)).toBe(false)
})

it('a segment that is truncated, changed or missing is named, and nothing is restored through it', async () => {
  await finishSegment()
  const [folder = '', ...others] = [copyOfRoot(), copyOfRoot(), copyOfRoot()]
  // The backup itself has the one before.
  const [, first = '', ...later] = segmentsIn(folder)
  const name = first.slice(0, 24)
  const backup = (of: string): string => join(of, taken.name)
  expect(await verifyLog(backup(folder))).toMatchObject({ segments: later.length + 1, faults: [] })
  const path = join(logFolder(folder), first)
  const bytes = readFileSync(path)
  const damaged = `The segment ${name} of the log is damaged: it is not what was written`
  writeFileSync(path, bytes.subarray(0, bytes.length - 10))
  expect((await verifyLog(backup(folder)))?.faults).toEqual([damaged])
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  writeFileSync(path, bytes)
  expect((await verifyLog(backup(folder)))?.faults).toEqual([damaged])
  const target = join(temporaryFolder(), 'data')
  await expect(restore(before, folder, target)).rejects.toThrow(damaged)
  expect(existsSync(target)).toBe(false)
  for (const other of others) {
    rmSync(join(logFolder(other), first))
    const missing = `The segment ${name} of the log is missing`
    expect((await verifyLog(backup(other)))?.faults).toEqual([missing])
    await expect(restore(before, other)).rejects.toThrow(
      `${new Date(before).toISOString().slice(11, 23)} UTC cannot be restored`,
    )
  }
})

it('a log that cannot be stored is said and waits, and the database goes on; it is stored once that is possible', async () => {
  const unfinished = join(logFolder(root), '.unfinished')
  symlinkSync('/dev/full', unfinished)
  await database.db.execute(`select pg_switch_wal()`)
  await vi.waitUntil(() => readdirSync(logStaging(dataDir)).some((name) => name.length === 24), WAIT)
  await keeper.look()
  expect(keeper.problem).toBe(`The log is not stored in ${logFolder(root)}: no space is left on its disk`)
  rmSync(unfinished, { force: true })
  await database.db.execute(`insert into figures values (1)`)
  await finishSegment()
  expect(keeper.problem).toBe(null)
  expect((await verifyLog(taken.folder))?.faults).toEqual([])
})

it('what waits for too long is given up, which is seen as a gap, and a new backup starts over', async () => {
  const folder = logFolder(root)
  renameSync(folder, `${folder}-kept`)
  writeFileSync(folder, '')
  const strict = new LogKeeper({ ...terms(), maxWaitingBytes: 0 })
  const { rows } = await database.db.execute<{ name: string }>(`select pg_walfile_name(pg_switch_wal()) as name`)
  await vi.waitUntil(() => readdirSync(logStaging(dataDir)).includes(rows[0]?.name ?? ''), WAIT)
  await strict.look()
  expect(strict.problem).toBe(`The log is not stored in ${folder}: it is a file`)
  expect(readdirSync(logStaging(dataDir))).toEqual([])
  rmSync(folder)
  renameSync(`${folder}-kept`, folder)
  await finishSegment()
  expect((await verifyLog(taken.folder))?.faults).toEqual([`The segment ${rows[0]?.name} of the log is missing`])
  const next = await takeBackup(request())
  await finishSegment()
  expect((await verifyLog(next.folder))?.faults).toEqual([])
  expect((await restoreRange()).map(({ from }) => from)).toEqual([taken.record.takenAt, next.record.takenAt])
})

it('segments before the oldest backup are removed, and all of them once there is no backup', async () => {
  rmSync(taken.folder, { recursive: true })
  const [oldest] = (await listBackups(root)).backups
  await keeper.look()
  const needed = oldest?.record.database as { startLsn: string }
  expect((await listLog(root)).segments.every(({ number }) => number >= segmentAt(needed.startLsn))).toBe(true)
  expect((await listLog(root)).segments).not.toEqual([])
  rmSync(oldest?.folder ?? '', { recursive: true })
  await keeper.look()
  // Perhaps their disk is away.
  expect(keeper.problem).toBe(`The backups in ${root} no longer exist`)
  await new LogKeeper(terms()).look()
  expect((await listLog(root)).segments).toEqual([])
})
