import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, newId, schema, silentLogger, startDatabase } from '@tradeloom/database'
import { freePort, type S3StandIn, startS3StandIn, until } from '@tradeloom/testkit'
import { readKeyFile } from '@tradeloom/vault/key-file'
import { writePaperKey } from '@tradeloom/vault/paper'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_RETENTION } from '../keep-backups.ts'
import { LogKeeper } from '../log-keeper.ts'
import { listLog } from '../log-segments.ts'
import { takeBackup, type TakenBackup } from '../take-backup.ts'
import { listOffsite } from './list-offsite.ts'
import { OffsiteLog } from './offsite-log.ts'
import { type OffsiteSettings, readOffsiteSettings } from './offsite-settings.ts'
import { backupKeyPath, openOffsite } from './open-offsite.ts'
import type { SealedStore } from './sealed-store.ts'
import { sendOffsite, type SendRequest } from './send-offsite.ts'
import { restoreOffsite, verifyOffsite } from './use-offsite.ts'

const folders: string[] = []
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-offsite-'))
  // When the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

const dataDir = temporaryFolder()
const root = join(temporaryFolder(), 'backups')
/** More than one part. */
const LARGE = randomBytes(17 * 1024 * 1024)
const LARGE_PATH = 'market/OANDA/EURUSD/M1/2024-03.parquet'
let clock = Date.UTC(2026, 10, 28, 3)
let database: Database
let standIn: S3StandIn
let taken: TakenBackup
/** An address where nobody listens. */
let nobody = ''

const take = (): Promise<TakenBackup> =>
  takeBackup({
    db: database.db,
    connection: database.connection,
    dataDir,
    isOwnDatabase: false,
    root,
    program: '0.1.0',
    retention: null,
    now: () => (clock += 1000),
  })

beforeAll(async () => {
  standIn = await startS3StandIn()
  nobody = `http://127.0.0.1:${await freePort()}`
  database = await startDatabase({ dataDir, logger: silentLogger })
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await database.db.insert(schema.users).values({ id: newId(), ...person })
  mkdirSync(join(dataDir, 'market', 'OANDA', 'EURUSD', 'M1'), { recursive: true })
  writeFileSync(join(dataDir, 'market', 'OANDA', 'EURUSD', 'M1', '2024-02.parquet'), 'prices that nobody reads')
  writeFileSync(join(dataDir, LARGE_PATH), LARGE)
  writeFileSync(join(dataDir, 'login.key'), 'key of logins')
  taken = await take()
})
afterAll(async () => {
  await database.stop()
  await standIn.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  for (const found of [standIn.objects, standIn.uploads]) found.clear()
  standIn.requests.length = 0
})
afterEach(() => {
  standIn.fault = undefined
  for (const name of readdirSync(root))
    if (name.endsWith('Z') && name !== taken.name) rmSync(join(root, name), { recursive: true })
})

function environment(changes: Record<string, string> = {}): Record<string, string> {
  return {
    TRADELOOM_BACKUP_ENDPOINT: standIn.endpoint,
    TRADELOOM_BACKUP_REGION: standIn.region,
    TRADELOOM_BACKUP_ACCESS_KEY_ID: standIn.accessKeyId,
    TRADELOOM_BACKUP_SECRET_ACCESS_KEY: standIn.secretAccessKey,
    ...changes,
  }
}
const settings = (changes: Record<string, string> = {}): OffsiteSettings =>
  readOffsiteSettings(environment(changes), `s3://${standIn.bucket}/tradeloom`)
const request = (of: OffsiteSettings = settings()): Omit<SendRequest, 'db'> => ({
  settings: of,
  dataDir,
  root,
  retention: DEFAULT_RETENTION,
})
const send = (of?: OffsiteSettings) => sendOffsite({ ...request(of), db: database.db })
const open = (of: OffsiteSettings = settings()): Promise<SealedStore> => openOffsite(of, { dataDir, makes: false })
const paperKey = (): string => writePaperKey(readKeyFile(backupKeyPath(dataDir), 'backup key')!, 'backup key')
const sent = (): string[] => standIn.requests.filter((line) => line.startsWith('PUT'))
const nameOf = (end: string): string => [...standIn.objects.keys()].find((name) => name.endsWith(end)) ?? ''

describe('a backup in a store', () => {
  it('has everything, of which nothing can be read there, and is sent once', async () => {
    expect(await send()).toMatchObject({ name: taken.name, removed: [] })
    const stored = Buffer.concat([...standIn.objects.values()])
    for (const text of ['prices that nobody reads', 'key of logins', 'backup_manifest', taken.record.program]) {
      expect(stored.includes(text)).toBe(false)
    }
    expect([...standIn.objects.keys()].some((name) => name.includes('EURUSD'))).toBe(false)
    const { backups, unreadable } = await listOffsite(await open())
    expect([backups.map(({ record }) => record), unreadable]).toEqual([[taken.record], []])
    standIn.requests.length = 0
    expect(await send()).toMatchObject({ objects: 0, bytes: 0 })
    expect(sent()).toEqual([])
  })

  it('shares its files with the next one', async () => {
    await send()
    const before = sent().length
    const next = await take()
    expect(await send()).toMatchObject({ name: next.name })
    // Archive and manifest of the database, list of files, record.
    expect(sent().slice(before)).toHaveLength(4)
  })

  it('is verified and restored with the backup key alone, into an installation that keeps the key', async () => {
    await send()
    const { name, verification } = await verifyOffsite(await open(), null)
    expect([name, verification.faults]).toEqual([taken.name, []])
    expect((await listOffsite(await open())).backups[0]?.verification).toEqual(verification)
    const elsewhere = settings({ TRADELOOM_BACKUP_KEY: paperKey() })
    const target = join(temporaryFolder(), 'data')
    const offsite = await openOffsite(elsewhere, { dataDir: null, makes: false })
    const result = await restoreOffsite(offsite, { name: null, dataDir: target })
    expect(result).toMatchObject({ at: taken.record.takenAt, faults: [] })
    expect(readFileSync(join(target, LARGE_PATH)).equals(LARGE)).toBe(true)
    expect(readFileSync(backupKeyPath(target))).toEqual(readFileSync(backupKeyPath(dataDir)))
    expect(readdirSync(join(target, '..'))).toEqual(['data'])
    const restored = await startDatabase({ dataDir: target, logger: silentLogger })
    try {
      expect(await restored.db.$count(schema.users)).toBe(1)
    } finally {
      await restored.stop()
    }
  })

  it(
    'goes away with its files when it is no longer needed, and files that others have stay',
    { tags: ['full'] },
    async () => {
      await send()
      writeFileSync(join(dataDir, 'market', 'OANDA', 'EURUSD', 'M1', '2024-04.parquet'), 'only here')
      const next = await take()
      await sendOffsite({ ...request(), retention: null, db: database.db })
      rmSync(join(dataDir, 'market', 'OANDA', 'EURUSD', 'M1', '2024-04.parquet'))
      const files = (): number => [...standIn.objects.keys()].filter((name) => name.includes('/files/')).length
      const before = files()
      await take()
      const one = { days: 1, weeks: 0, months: 0 }
      const { removed } = await sendOffsite({ ...request(), retention: one, db: database.db })
      expect(removed).toEqual([next.name, taken.name])
      expect(files()).toBe(before - 1)
      expect([...standIn.objects.keys()].some((name) => name.includes(taken.name))).toBe(false)
    },
  )
})

describe('the log', () => {
  it('follows the backup, so that a moment can be restored from the store', async () => {
    await send()
    const keeper = new LogKeeper({ db: database.db, dataDir, root, retention: DEFAULT_RETENTION, now: Date.now })
    const log = new OffsiteLog(root)
    await database.db.execute(`create table if not exists moments (n integer)`)
    await keeper.look()
    await database.db.execute(`insert into moments values (1)`)
    // The clock leaves out the part of a millisecond in which that was committed.
    const at = Date.now() + 1
    await until(() => Date.now() > at + 1)
    await database.db.execute(`insert into moments values (2)`)
    await keeper.look()
    const { rows } = await database.db.execute<{ name: string }>(`select pg_walfile_name(pg_switch_wal()) as name`)
    await until(async () => {
      await keeper.look()
      return (await listLog(root)).segments.some(({ name }) => name === rows[0]?.name)
    })
    const { backups } = await listOffsite(await open())
    await log.look(() => open(), backups)
    expect(log.problem).toBe(null)
    const requests = standIn.requests.length
    await log.look(() => open(), backups)
    expect(standIn.requests.length).toBe(requests)
    expect((await verifyOffsite(await open(), null)).verification.log).toMatchObject({ faults: [], until: log.until })
    const target = join(temporaryFolder(), 'data')
    expect(await restoreOffsite(await open(), { name: null, dataDir: target, until: at })).toMatchObject({
      at,
      faults: [],
    })
    const restored = await startDatabase({ dataDir: target, logger: silentLogger })
    const found = await restored.db.execute(`select n from moments`)
    await restored.stop()
    expect(found.rows).toEqual([{ n: 1 }])
    const outside = restoreOffsite(await open(), { name: null, dataDir: join(dataDir, 'x'), until: Date.now() + 1e6 })
    await expect(outside).rejects.toThrow('cannot be restored: the backups and their log reach from')
  })

  it('that cannot be sent is a problem, and is sent once that is possible', { tags: ['full'] }, async () => {
    await send()
    const log = new OffsiteLog(root)
    const { backups } = await listOffsite(await open())
    standIn.fault = () => 503
    await log.look(() => open(), backups)
    expect(log.problem).toContain('answered 503')
    standIn.fault = undefined
    await log.look(() => open(), backups)
    expect(log.problem).toBe(null)
    expect([...standIn.objects.keys()].filter((name) => name.includes('/log/'))).not.toEqual([])
  })
})

describe('bad luck', () => {
  it('a process that is killed between parts leaves no backup, and the next one goes on with the next part', async () => {
    let parts = 0
    const child = spawn(process.execPath, [
      join(import.meta.dirname, 'send-once.fixture.ts'),
      JSON.stringify({ connection: database.connection, request: request() }),
    ])
    standIn.fault = (line) => {
      if (line.includes('?partNumber=') && ++parts === 2) child.kill('SIGKILL')
      return undefined
    }
    await once(child, 'exit')
    expect(parts).toBe(2)
    expect((await listOffsite(await open())).backups).toEqual([])
    standIn.requests.length = 0
    await until(async () => (await send().catch(() => null)) !== null)
    expect(
      sent()
        .filter((line) => line.includes('?partNumber='))
        .map((line) => line.split('=')[1]),
    ).not.toContain('1')
    expect((await verifyOffsite(await open(), null)).verification.faults).toEqual([])
    expect(standIn.uploads.size).toBe(0)
  })

  it('two at once are one, and the other is refused', async () => {
    const both = await Promise.allSettled([send(), send()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'busy' } })
  })

  it.each<[string, () => OffsiteSettings, string]>([
    ['away', () => settings({ TRADELOOM_BACKUP_ENDPOINT: nobody }), 'is away: ECONNREFUSED'],
    [
      'refusing the key',
      () => settings({ TRADELOOM_BACKUP_SECRET_ACCESS_KEY: 'x' }),
      'the secret access key: it is wrong',
    ],
    ['encrypted with another key', () => settings({ TRADELOOM_BACKUP_KEY: otherKey }), 'with another backup key'],
  ])('a store that is %s is said, and nothing is changed', async (_, of, text) => {
    await send()
    const before = new Map(standIn.objects)
    await expect(send(of())).rejects.toThrow(text)
    const target = join(temporaryFolder(), 'data')
    const restoring = open(of()).then((offsite) => restoreOffsite(offsite, { name: null, dataDir: target }))
    await expect(restoring).rejects.toThrow(text)
    expect(new Map(standIn.objects)).toEqual(before)
    expect(existsSync(target)).toBe(false)
  })
  const otherKey = writePaperKey(randomBytes(32), 'backup key')

  it('without the key, it is said which one is missing; a store without a backup has none', async () => {
    await expect(openOffsite(settings(), { dataDir: null, makes: false })).rejects.toThrow(
      'There is no backup in s3://',
    )
    await send()
    await expect(openOffsite(settings(), { dataDir: null, makes: false })).rejects.toThrow('set TRADELOOM_BACKUP_KEY')
    await expect(open(settings({ TRADELOOM_BACKUP_KEY: 'ABCD' }))).rejects.toThrow('This is not a backup key')
  })

  it.each([
    ['of the database', 'db/base.tar.zst', 'base.tar.zst is not what was written'],
    ['of a list', 'files.json', 'files.json is not what was written'],
  ])('a flipped byte %s is named, and nothing is restored', async (_, end, text) => {
    await send()
    flip(nameOf(end))
    const target = join(temporaryFolder(), 'data')
    await expect(restoreOffsite(await open(), { name: null, dataDir: target })).rejects.toThrow(text)
    expect(existsSync(target)).toBe(false)
  })

  it('a flipped byte of market data is named', { tags: ['full'] }, async () => {
    await send()
    const large = [...standIn.objects].find(([name, bytes]) => name.includes('/files/') && bytes.length > LARGE.length)
    flip(large?.[0] ?? '')
    const { verification } = await verifyOffsite(await open(), null)
    expect(verification.faults).toEqual([`file ${LARGE_PATH} is damaged`])
  })

  it('a backup that was damaged here is not sent', async () => {
    const bytes = readFileSync(join(taken.folder, 'db', 'base.tar.zst'))
    writeFileSync(join(taken.folder, 'db', 'base.tar.zst'), bytes.subarray(1))
    await expect(send()).rejects.toThrow('is not what was written, and was not uploaded')
    expect((await listOffsite(await open())).backups).toEqual([])
    writeFileSync(join(taken.folder, 'db', 'base.tar.zst'), bytes)
  })

  it('a disk that is full is said, and nothing is left', async ({ skip }) => {
    await send()
    const disk = temporaryFolder()
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk])
    if (mounted.status !== 0) skip('this user cannot mount a small disk')
    try {
      expect(statfsSync(disk).blocks * statfsSync(disk).bsize).toBe(8 * 1024 * 1024)
      const target = join(disk, 'data')
      await expect(restoreOffsite(await open(), { name: null, dataDir: target })).rejects.toThrow(
        `Nothing was restored to ${target}: no space is left on its disk`,
      )
      expect(readdirSync(disk)).toEqual([])
    } finally {
      spawnSync('umount', [disk])
    }
  })

  it('is not restored over anything', async () => {
    await send()
    const target = temporaryFolder()
    writeFileSync(join(target, 'mine'), 'kept')
    const before = standIn.requests.length
    const offsite = await open()
    await expect(restoreOffsite(offsite, { name: null, dataDir: target })).rejects.toThrow('is not empty')
    expect(standIn.requests.slice(before).some((line) => line.includes('base.tar.zst'))).toBe(false)
  })
})

function flip(name: string): void {
  const bytes = Buffer.from(standIn.objects.get(name) ?? '')
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  standIn.objects.set(name, bytes)
}

it.each([
  ['s3://Bucket/x', {}, 's3://bucket/prefix'],
  ['s3://bucket/../x', {}, 'cannot be the name'],
  ['ftp://host/x', {}, 's3://bucket/prefix'],
  ['file://host/x', {}, 'file:///mnt/backups'],
  ['s3://bucket', { TRADELOOM_BACKUP_ENDPOINT: 's3.example.com' }, 'TRADELOOM_BACKUP_ENDPOINT must be'],
  ['s3://bucket', { TRADELOOM_BACKUP_REGION: 'a b' }, 'TRADELOOM_BACKUP_REGION must be'],
  ['s3://bucket', {}, 'needs TRADELOOM_BACKUP_ACCESS_KEY_ID'],
  ['s3://bucket', { TRADELOOM_BACKUP_KEY: 'a', TRADELOOM_BACKUP_KEY_FILE: 'b' }, 'are both set'],
])('the settings of %s with %j are refused', (place, env, text) => {
  expect(() => readOffsiteSettings(env, place)).toThrow(text)
})
