import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AccountLedger,
  activateKey,
  beginKey,
  type Database,
  newId,
  newIntent,
  recordAudit,
  schema,
  silentLogger,
  startDatabase,
  verifyAccount,
  verifyAudit,
  verifyJournals,
} from '@tradeloom/database'
import { createDatabase, startPostgres, type TestPostgres } from '@tradeloom/testkit'
import { sealBox } from '@tradeloom/vault'
import { brokersKey, createMasterKey, fingerprintOf, namesOf } from '@tradeloom/vault/master'
import { openVault } from '@tradeloom/vault/open'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Ended, runInProcess } from './in-process.fixture.ts'

const connectionId = newId()

let dir = ''
/** The operator's own. */
let postgres: TestPostgres
let url = ''
let accountId = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-database-'))
  await chmod(dir, 0o755)
  vi.stubEnv('DATABASE_URL', '')
  postgres = await startPostgres()
  url = await createDatabase(postgres.address, 'tradeloom_own')
  const database = await openDatabase()
  await fillIn(database)
  await database.stop()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await postgres?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** As a server does. */
const openDatabase = (of?: string): Promise<Database> =>
  startDatabase({ dataDir: join(dir, 'data'), url: of, logger: silentLogger })
const move = (...args: string[]): Promise<Ended> => runInProcess(dir, ['database', 'move', ...args])

/** An installation with a key of an exchange, a journal with an order, a session, a backtest and its audit log. */
async function fillIn({ db }: Database): Promise<void> {
  const path = join(dir, 'data', 'keys', 'master')
  createMasterKey(path)
  const names = namesOf(readFileSync(path))
  await beginKey(db, names)
  await activateKey(db, fingerprintOf(readFileSync(path)))
  const userId = newId()
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await db.insert(schema.users).values({ id: userId, ...person })
  await db.insert(schema.brokerConnections).values({ id: connectionId, userId, type: 'live', broker: 'NONE' })
  const seal = (column: string) =>
    sealBox(names.publicKey, Buffer.from(`secret of ${column}`), { table: 'exchange_keys', row: connectionId, column })
  const sealed = { apiKey: await seal('api_key'), apiSecret: await seal('api_secret') }
  await db.insert(schema.exchangeKeys).values({ connectionId, ...sealed, maskedKey: '…' })
  const [account] = await db.select({ id: schema.tradingAccounts.id }).from(schema.tradingAccounts)
  accountId = account?.id ?? ''
  const payload = { kind: 'PLACE', side: 'BUY', type: 'MARKET', quantity: 1 } as never
  const of = { accountId, userId, instrumentId: 'BTCUSDT:BINANCE', installation: 'test', decidedAt: 1 }
  const row = newIntent({ ...of, payload })
  await db.transaction(async (tx) => {
    const ledger = await AccountLedger.open(tx, accountId)
    await ledger?.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }] })
  })
  await recordAudit(db, { actor: userId, via: 'web', address: null, action: 'tested', object: null, detail: {} })
}

async function check(of?: string): Promise<void> {
  const { db, stop } = await openDatabase(of)
  try {
    expect(await verifyAudit(db)).toMatchObject({ fault: null })
    expect(await verifyJournals(db)).toEqual({ journals: 1, faults: [] })
    expect(await verifyAccount(db, accountId)).toEqual([])
    expect(await db.$count(schema.intents)).toBe(1)
    const [keys] = await db.select().from(schema.exchangeKeys)
    const vault = await openVault(brokersKey(readFileSync(join(dir, 'data', 'keys', 'master'))))
    const place = { table: 'exchange_keys', row: connectionId, column: 'api_secret' }
    const read = (secret: Uint8Array): string => Buffer.from(secret).toString()
    expect(await vault.open(keys!.apiSecret!, place, read)).toBe('secret of api_secret')
  } finally {
    await stop()
  }
}

it('an installation moves from the embedded database to another one and back', async () => {
  const running = await openDatabase()
  expect(await move('--to', url)).toMatchObject({ status: 1, stderr: expect.stringContaining('stop the server first') })
  await running.stop()
  const there = await move('--to', url)
  expect(there).toMatchObject({ status: 0, stderr: expect.stringContaining('set DATABASE_URL to postgresql://') })
  expect(there.stderr).not.toContain(encodeURIComponent(postgres.address.password))
  expect(there.stdout).toMatch(/^table +rows +MD5 of the old +rows +MD5 of the new\n/)
  expect(there.stdout).toMatch(/\nintents +1 {2}([0-9a-f]{32}) +1 {2}\1\n/)
  await check(url)
  await expect(openDatabase()).rejects.toThrow(/^This database has moved: set DATABASE_URL/)
  expect(await runInProcess(dir, ['user', 'list'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^This database has moved: .*\n$/),
  })

  vi.stubEnv('DATABASE_URL', url)
  const back = await move('--to', 'embedded', '--json')
  expect(back).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(back.stdout)).toMatchObject({ to: `embedded:${join(dir, 'data')}` })
  await check()
  await expect(openDatabase(url)).rejects.toThrow('remove DATABASE_URL')
  expect(await move('--undo')).toMatchObject({ status: 1, stderr: expect.stringContaining('Say so with --yes') })
  expect(await move('--undo', '--yes')).toMatchObject({ status: 0, stderr: expect.stringContaining('in use again') })
  await check(url)
})

it('what cannot be moved is said in one line', async () => {
  vi.stubEnv('DATABASE_URL', '')
  for (const to of ['nowhere', 'mysql://a/b', 'postgresql://']) {
    expect(await move('--to', to)).toMatchObject({ status: 1, stdout: '' })
  }
  expect(await move()).toMatchObject({ status: 1, stderr: expect.stringContaining('Say where with --to') })
  const none = join(dir, 'none')
  expect(await move('--to', url, '--data', none)).toMatchObject({
    status: 1,
    stderr: `There is no Tradeloom database in ${none} yet: start the server once\n`,
  })
  expect(existsSync(none)).toBe(false)
  expect(await move('--to', 'embedded')).toMatchObject({ status: 1, stderr: expect.stringContaining('same database') })
})
