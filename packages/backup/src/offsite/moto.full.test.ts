import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, newId, schema, silentLogger, startDatabase } from '@tradeloom/database'
import { freePort, until } from '@tradeloom/testkit'
import { writePaperKey } from '@tradeloom/vault/paper'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_RETENTION } from '../keep-backups.ts'
import { takeBackup } from '../take-backup.ts'
import { listOffsite } from './list-offsite.ts'
import { type OffsiteSettings, readOffsiteSettings } from './offsite-settings.ts'
import { openOffsite } from './open-offsite.ts'
import { sendOffsite } from './send-offsite.ts'
import { restoreOffsite, verifyOffsite } from './use-offsite.ts'

/** See `moto.full.test.ts` of the object store. */
const PROGRAM = join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'moto', 'bin', 'moto_server')
const isThere = existsSync(PROGRAM)
/** More than one part. */
const LARGE = randomBytes(33 * 1024 * 1024)
const LARGE_PATH = 'market/OANDA/EURUSD/M1/2024-03.parquet'
/** In the middle of its second part. */
const CUT_AT = 20 * 1024 * 1024

const folders: string[] = []
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-moto-'))
  // When the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

/** A model of S3 that other people wrote. */
describe.skipIf(!isThere)(isThere ? 'moto' : 'moto is not installed: its Python environment is missing', () => {
  const dataDir = temporaryFolder()
  const root = join(temporaryFolder(), 'backups')
  let store: ChildProcess
  let line: Line
  let database: Database
  let name = ''

  const settings = (changes: Record<string, string> = {}): OffsiteSettings =>
    readOffsiteSettings(
      {
        TRADELOOM_BACKUP_ENDPOINT: line.endpoint,
        TRADELOOM_BACKUP_REGION: 'us-east-1',
        TRADELOOM_BACKUP_ACCESS_KEY_ID: 'any',
        TRADELOOM_BACKUP_SECRET_ACCESS_KEY: 'any',
        ...changes,
      },
      's3://tradeloom/ours',
    )
  const open = (of = settings()) => openOffsite(of, { dataDir, makes: false })
  const send = (of = settings()) =>
    sendOffsite({ settings: of, dataDir, root, retention: DEFAULT_RETENTION, db: database.db })

  beforeAll(async () => {
    const port = await freePort()
    store = spawn(PROGRAM, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    const create = () => fetch(`http://127.0.0.1:${port}/tradeloom`, { method: 'PUT' }).then(({ ok }) => ok)
    await until(() => create().catch(() => false))
    line = await openLine(port)
    database = await startDatabase({ dataDir, logger: silentLogger })
    const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
    await database.db.insert(schema.users).values({ id: newId(), ...person })
    mkdirSync(join(dataDir, LARGE_PATH, '..'), { recursive: true })
    writeFileSync(join(dataDir, LARGE_PATH), LARGE)
    const { db, connection } = database
    const terms = { dataDir, isOwnDatabase: false, root, program: '0.1.0', retention: null }
    name = (await takeBackup({ ...terms, db, connection })).name
  })
  afterAll(async () => {
    await database?.stop()
    line?.close()
    store?.kill('SIGKILL')
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('has no backup after the line was cut in the middle of an upload, which goes on afterwards', async () => {
    line.cutAfter(CUT_AT)
    await expect(send()).rejects.toThrow('is away')
    line.mend()
    expect((await listOffsite(await open())).backups).toEqual([])
    const before = line.sent()
    expect(await send()).toMatchObject({ name })
    // The part that had arrived is not sent again.
    expect(line.sent() - before).toBeLessThan(LARGE.length)
  })

  it('lists, verifies and restores it', async () => {
    const { backups, unreadable } = await listOffsite(await open())
    expect([backups.map((one) => one.name), unreadable]).toEqual([[name], []])
    expect((await verifyOffsite(await open(), null)).verification.faults).toEqual([])
    const target = join(temporaryFolder(), 'data')
    expect(await restoreOffsite(await open(), { name: null, dataDir: target })).toMatchObject({ faults: [] })
    expect(readFileSync(join(target, LARGE_PATH)).equals(LARGE)).toBe(true)
    const restored = await startDatabase({ dataDir: target, logger: silentLogger })
    const users = await restored.db.$count(schema.users)
    await restored.stop()
    expect(users).toBe(1)
  })

  it('is away, or asked with another key: both are said, and nothing is restored', async () => {
    const target = join(temporaryFolder(), 'data')
    const restore = (of?: OffsiteSettings) =>
      open(of).then((offsite) => restoreOffsite(offsite, { name: null, dataDir: target }))
    const otherKey = writePaperKey(randomBytes(32), 'backup key')
    await expect(restore(settings({ TRADELOOM_BACKUP_KEY: otherKey }))).rejects.toThrow('with another backup key')
    line.cutAfter(0)
    await expect(restore()).rejects.toThrow('is away')
    await expect(send()).rejects.toThrow('is away')
    line.mend()
    expect(existsSync(target)).toBe(false)
    expect((await listOffsite(await open())).backups).toHaveLength(1)
  })
})

interface Line {
  readonly endpoint: string
  /** Bytes that went to the store so far. */
  readonly sent: () => number
  readonly cutAfter: (bytes: number) => void
  readonly mend: () => void
  readonly close: () => void
}

/** A line to the store that can be cut. */
async function openLine(to: number): Promise<Line> {
  let [sent, limit] = [0, Infinity]
  const server: Server = createServer((socket) => {
    if (sent >= limit) return void socket.destroy()
    const far = connect(to, '127.0.0.1')
    const end = (): void => void [socket.destroy(), far.destroy()]
    for (const side of [socket, far]) side.on('error', end).on('close', end)
    socket.on('data', (bytes) => {
      sent += bytes.length
      if (sent >= limit) end()
    })
    socket.pipe(far).pipe(socket)
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    endpoint: `http://127.0.0.1:${port}`,
    sent: () => sent,
    cutAfter: (bytes) => void (limit = sent + bytes),
    mend: () => void (limit = Infinity),
    close: () => void server.close(),
  }
}
