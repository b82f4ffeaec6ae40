import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdDecompressSync } from 'node:zlib'
import {
  AccountLedger,
  type Database,
  newId,
  newIntent,
  schema,
  silentLogger,
  startDatabase,
  verifyAccount,
} from '@tradeloom/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listBackups } from './backup-folders.ts'
import type { BackupRecord } from './backup-record.ts'
import { restoreBackup } from './restore-backup.ts'
import { type BackupRequest, takeBackup, type TakenBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const folders: string[] = []
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-backup-'))
  folders.push(folder)
  return folder
}

const dataDir = temporaryFolder()
const root = join(temporaryFolder(), 'backups')
let database: Database
let taken: TakenBackup
let clock = Date.UTC(2026, 10, 28, 3)

const request = (): BackupRequest => ({
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
  database = await startDatabase({ dataDir, logger: silentLogger })
  mkdirSync(join(dataDir, 'market', 'OANDA', 'EURUSD', 'M1'), { recursive: true })
  writeFileSync(join(dataDir, 'market', 'OANDA', 'EURUSD', 'M1', '2024-02.parquet'), 'prices')
  writeFileSync(join(dataDir, 'market', 'OANDA', 'EURUSD', '.lock'), 'a writer')
  mkdirSync(join(dataDir, 'market', '.columns'))
  writeFileSync(join(dataDir, 'market', '.columns', 'a'), 'made from prices')
  for (const folder of ['kept/aaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbb']) {
    mkdirSync(join(dataDir, 'runner', folder), { recursive: true })
    writeFileSync(join(dataDir, 'runner', folder, 'engine.js'), 'an engine')
  }
  mkdirSync(join(dataDir, 'keys'))
  writeFileSync(join(dataDir, 'keys', 'master'), 'the master key')
  writeFileSync(join(dataDir, 'login.key'), 'key of logins')
  await addAccount()
  taken = await takeBackup(request())
})
afterAll(async () => {
  await database.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A user who is logged in, with an account at a venue and an order that is on its way there. */
async function addAccount(): Promise<void> {
  const { db } = database
  const [userId, connectionId, accountId] = [newId(), newId(), newId()]
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await db.insert(schema.users).values({ id: userId, ...person })
  await db.insert(schema.logins).values({ id: newId(), token: 'x', userId, expiresAt: new Date(Date.now() + 1e9) })
  await db.insert(schema.brokerConnections).values({ id: connectionId, userId, type: 'live', broker: 'BINANCE' })
  const amounts = { currency: 'USDT', initialBalance: 1000, balance: 1000 }
  const of = { userId, connectionId, venue: 'BINANCE', accountNo: '1', model: 'spot' } as const
  await db.insert(schema.tradingAccounts).values({ id: accountId, ...of, ...amounts })
  await db.insert(schema.accountControl).values({ accountId })
  for (const account of await db.select({ id: schema.tradingAccounts.id }).from(schema.tradingAccounts)) {
    await writeOrder(userId, account.id)
  }
}

async function writeOrder(userId: string, accountId: string): Promise<void> {
  const payload = { kind: 'PLACE', side: 'BUY', type: 'MARKET', quantity: 1 } as never
  const row = newIntent({
    accountId,
    userId,
    instrumentId: 'BTCUSDT:BINANCE',
    payload,
    installation: 'test',
    decidedAt: 1,
  })
  await database.db.transaction(async (tx) => {
    const ledger = await AccountLedger.open(tx, accountId)
    await ledger?.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }] })
  })
}

describe('a backup', () => {
  it('has the database and the files that nothing can make again, and not the master key', async () => {
    const files = JSON.parse(readFileSync(join(taken.folder, 'files.json'), 'utf8')) as { path: string }[]
    expect(files.map(({ path }) => path)).toEqual([
      'market/OANDA/EURUSD/M1/2024-02.parquet',
      'runner/kept/aaaaaaaaaaaaaaaaaaaaaaaa/engine.js',
      'login.key',
      'postgres.password',
    ])
    expect(existsSync(join(taken.folder, 'db', 'base.tar.zst'))).toBe(true)
    expect(taken.record.database).toMatchObject({ kind: 'embedded', major: 18 })
    expect((await listBackups(root)).backups.map(({ name, verification }) => [name, verification])).toEqual([
      [taken.name, null],
    ])
  })

  it('is verified by restoring it', async () => {
    const verification = await verifyBackup(taken.folder)
    expect(verification).toMatchObject({ faults: [], journals: 2, files: 4 })
    expect(verification.tables).toBeGreaterThan(50)
    expect((await listBackups(root)).backups[0]?.verification).toEqual(verification)
  })

  it('is restored into an empty folder, where nothing trades and nobody is logged in', async () => {
    const target = temporaryFolder()
    const result = await restoreBackup({ folder: taken.folder, dataDir: target })
    expect(result).toMatchObject({ faults: [], accounts: 2, orders: 2 })
    expect(readFileSync(join(target, 'login.key'), 'utf8')).toBe('key of logins')
    const restored = await startDatabase({ dataDir: target, logger: silentLogger })
    try {
      const users = await restored.db.select({ username: schema.users.username }).from(schema.users)
      expect(users).toEqual([{ username: 'ann' }])
      expect(await restored.db.$count(schema.logins)).toBe(0)
      const controls = await restored.db.select().from(schema.accountControl)
      expect(controls).toMatchObject([{ level: 'NO_NEW', by: 'restore' }, { level: 'NO_NEW' }])
      const { rows: orders } = await restored.db.execute(`
        select a.venue, i.state from intents i join trading_accounts a on a.id = i.account_id order by a.venue`)
      expect(orders).toEqual([
        { venue: 'BINANCE', state: 'UNKNOWN' },
        { venue: 'paper', state: 'UNSENT' },
      ])
      for (const { accountId } of controls) expect(await verifyAccount(restored.db, accountId)).toEqual([])
    } finally {
      await restored.stop()
    }
  })

  it('is not restored over anything', async () => {
    const target = temporaryFolder()
    writeFileSync(join(target, 'mine'), 'kept')
    await expect(restoreBackup({ folder: taken.folder, dataDir: target })).rejects.toThrow('is not empty')
    expect(readFileSync(join(target, 'mine'), 'utf8')).toBe('kept')
  })

  it.each([
    ['no backup', () => temporaryFolder(), 'is no backup'],
    ['not there', () => '/nowhere', 'is no backup'],
  ])('is not restored from a folder that is %s, and leaves nothing', async (_, folder, reason) => {
    const target = join(temporaryFolder(), 'data')
    await expect(restoreBackup({ folder: folder(), dataDir: target })).rejects.toThrow(reason)
    expect(existsSync(target)).toBe(false)
  })
})

it('the first backups, which were compressed with gzip, are still restored', async () => {
  const folder = copyOf(taken)
  const path = join(folder, 'backup.json')
  const record = JSON.parse(readFileSync(path, 'utf8')) as BackupRecord
  const archive = gzipSync(zstdDecompressSync(readFileSync(join(folder, 'db', 'base.tar.zst'))))
  rmSync(join(folder, 'db', 'base.tar.zst'))
  writeFileSync(join(folder, 'db', 'base.tar.gz'), archive)
  const sha256 = createHash('sha256').update(archive).digest('hex')
  writeFileSync(path, JSON.stringify({ ...record, database: { ...record.database, sha256, archive: undefined } }))
  expect(await verifyBackup(folder)).toMatchObject({ faults: [], journals: 2 })
})

it('a backup of a newer program is not restored, and one that was never finished is none', async () => {
  const folder = copyOf(taken)
  const path = join(folder, 'backup.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"migrations": \d+/, '"migrations": 999'))
  const target = join(temporaryFolder(), 'data')
  await expect(restoreBackup({ folder, dataDir: target })).rejects.toThrow('which is newer')
  rmSync(path)
  await expect(restoreBackup({ folder, dataDir: target })).rejects.toThrow('is no backup')
  expect(existsSync(target)).toBe(false)
})

it('two backups at once are one, and the other is refused', async () => {
  const both = await Promise.allSettled([takeBackup(request()), takeBackup(request())])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'busy' } })
})

it('a target that is a file, or whose folder does not exist, is refused in words, and nothing is left', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  await expect(takeBackup({ ...request(), root: file })).rejects.toMatchObject({ code: 'disk' })
  const nowhere = join(file, '..', 'no', 'backups')
  await expect(takeBackup({ ...request(), root: nowhere })).rejects.toThrow('the folder above it does not exist')
  expect(existsSync(nowhere)).toBe(false)
})

describe('a damaged backup', () => {
  it.each([
    ['a byte of the database', 'db/base.tar.zst', 'base.tar.zst is not what was written'],
    ["a byte of PostgreSQL's list", 'db/backup_manifest', 'backup_manifest is not what was written'],
  ])('is recognized by %s', async (_, path, fault) => {
    const folder = copyOf(taken)
    const bytes = readFileSync(join(folder, path))
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    chmodSync(join(folder, path), 0o600)
    rmSync(join(folder, path))
    writeFileSync(join(folder, path), bytes)
    expect((await verifyBackup(folder)).faults.join('\n')).toContain(fault)
  })

  it('is recognized by a changed month, a table without its rows, and a line of a journal that was changed', async () => {
    await database.db.execute(`alter table journal disable trigger all`)
    await database.db.execute(`update journal set body = body || ' ' where n = 1`)
    const { folder } = await takeBackup(request())
    const path = join(folder, 'backup.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/("public.users",\s*"least": )1(,\s*"most": )1/, '$17$27'))
    const month = join(folder, 'files', 'market', 'OANDA', 'EURUSD', 'M1', '2024-02.parquet')
    rmSync(month)
    writeFileSync(month, 'price')
    const { faults } = await verifyBackup(folder)
    expect(faults).toContain('file market/OANDA/EURUSD/M1/2024-02.parquet is damaged')
    expect(faults).toContain('table public.users has 1 rows instead of 7')
    expect(faults.filter((fault) => fault.startsWith('journal of account'))).toHaveLength(2)
  })
})

function copyOf({ folder }: TakenBackup): string {
  const copy = join(temporaryFolder(), 'copy')
  cpSync(folder, copy, { recursive: true })
  return copy
}
