import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AccountLedger,
  type Database,
  newId,
  newIntent,
  schema,
  silentLogger,
  startDatabase,
} from '@tradeloom/database'
import { openMarketStore } from '@tradeloom/market-data'
import { putWaveMarket } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BackupRecord } from './backup-record.ts'
import { takeBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

/** More than statistics may lag behind. */
const LOGINS = 1_000
const END = '2024-02-03T00:00:00.000Z'

const folders: string[] = []
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-planted-'))
  folders.push(folder)
  return folder
}

const dataDir = temporaryFolder()
const root = join(temporaryFolder(), 'backups')
const month = join(dataDir, 'market', 'TEST', 'EURUSD', 'M1-quote', '2024-02.parquet')
let database: Database
let accountId = ''
let clock = Date.UTC(2026, 10, 28, 3)

beforeAll(async () => {
  database = await startDatabase({ dataDir, logger: silentLogger })
  const { db } = database
  await putWaveMarket(openMarketStore(join(dataDir, 'market')), {
    id: 'EURUSD:TEST',
    start: '2024-01-31T00:00:00.000Z',
    end: END,
  })
  const userId = newId()
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await db.insert(schema.users).values({ id: userId, ...person })
  const expiresAt = new Date(Date.now() + 1e9)
  const logins = Array.from({ length: LOGINS }, () => ({ id: newId(), token: newId(), userId, expiresAt }))
  await db.insert(schema.logins).values(logins)
  const [account] = await db.select({ id: schema.tradingAccounts.id }).from(schema.tradingAccounts)
  accountId = account?.id ?? ''
  const payload = { kind: 'PLACE', side: 'BUY', type: 'MARKET', quantity: 1 } as never
  const of = { accountId, userId, instrumentId: 'BTCUSDT:BINANCE', payload, installation: 'test', decidedAt: 1 }
  await db.transaction(async (tx) => {
    const ledger = await AccountLedger.open(tx, accountId)
    const row = newIntent(of)
    await ledger?.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }] })
  })
})
afterAll(async () => {
  await database?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const take = () =>
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

const recordOf = (folder: string): BackupRecord => JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'))

it('a copy in which one table is empty is named, though every hash of it is right', async () => {
  const whole = recordOf((await take()).folder)
  await database.db.delete(schema.logins)
  const { folder } = await take()
  const emptied = recordOf(folder)
  const [had, has] = [whole.database, emptied.database]
  if (had.kind !== 'embedded' || has.kind !== 'embedded') throw new Error('The database is not in the backup')
  writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...emptied, database: { ...has, tables: had.tables } }))
  const { faults } = await verifyBackup(folder)
  expect(faults).toEqual([expect.stringMatching(/^table public\.logins has 0 rows instead of \d/)])
})

it.each([
  ['cut', (whole: Buffer) => whole.subarray(0, whole.length >> 1), 'cannot be read'],
  ['stored with fewer rows', () => monthOf('2024-02-02'), 'have 1440 rows instead of 2880'],
  ['one of other prices', () => monthOf('2024-02-01'), 'differ from those that were stored'],
])('a month of prices that was %s before the backup is named', async (_, planted, fault) => {
  const whole = readFileSync(month)
  replace(await planted(whole))
  const { folder } = await take()
  replace(whole)
  expect((await verifyBackup(folder)).faults).toEqual([`M1 prices of EURUSD:TEST in 2024-02 ${fault}`])
})

/** Never written into: backups have second names of the same file. */
function replace(bytes: Uint8Array): void {
  rmSync(month)
  writeFileSync(month, bytes)
}

/** February of another market, which begins on this day. */
async function monthOf(day: string): Promise<Buffer> {
  const folder = temporaryFolder()
  await putWaveMarket(openMarketStore(folder), { id: 'EURUSD:TEST', start: `${day}T00:00:00.000Z`, end: END })
  return readFileSync(join(folder, 'TEST', 'EURUSD', 'M1-quote', '2024-02.parquet'))
}

it('a row of a journal that was changed before the backup is named', async () => {
  const { db } = database
  await db.execute(`alter table journal disable trigger all`)
  await db.execute(`update journal set body = body || ' ' where n = 1`)
  const { folder } = await take()
  await db.execute(`update journal set body = rtrim(body) where n = 1`)
  expect((await verifyBackup(folder)).faults).toEqual([
    `journal of account ${accountId}: entry 1 was changed`,
    `account ${accountId}: entry 1 was changed`,
  ])
  expect((await verifyBackup((await take()).folder)).faults).toEqual([])
})
