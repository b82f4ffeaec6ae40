import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { newId, schema } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { keys } from '../../processes/keys/keys.process.ts'
import { openMasterKey } from '../../testing/master-key.fixture.ts'
import { RequestProcess } from '../processes/request-process.ts'
import { MasterKey } from './master-key.ts'

const TEXT =
  'The master key does not belong to this database. Exchange keys cannot be read. Restore keys/master, or delete the keys and enter them again.'

let database: TestDatabase
let folder: string
let path: string
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-master-'))
  path = join(folder, 'keys', 'master')
  await database.pool.query('delete from exchange_keys; delete from installation_keys')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (isProvided = false) => openMasterKey(database.db, path, { isProvided })

/** Something that is sealed, whatever it is. */
async function addSealed(): Promise<void> {
  const [userId, id] = [newId(), newId()]
  const person = { name: userId, username: userId, displayUsername: userId, email: `${userId}@example.com` }
  await database.db.insert(schema.users).values({ id: userId, ...person })
  await database.db.insert(schema.brokerConnections).values({ id, userId, type: 'live', broker: 'NONE' })
  const apiKey = randomBytes(80)
  await database.db.insert(schema.exchangeKeys).values({ connectionId: id, apiKey, apiSecret: apiKey, maskedKey: '…' })
}

it('a master key is made when the first secret is sealed, and not before', async () => {
  expect([await open().problem(), open().piped(), existsSync(path)]).toEqual([null, null, false])
  const keys = await Promise.all([open().sealingKey(), open().sealingKey(), open().sealingKey()])
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
  await addSealed()
  expect(await open().problem()).toBeNull()
  expect(await open().sealingKey()).toEqual(keys[0])
  const { keys: listed, sealed } = await open().list()
  expect(listed).toMatchObject([
    { state: 'active', exportedAt: null, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
  expect(sealed).toEqual([{ holds: 'Keys of exchanges', secrets: 1 }])
})

it('no transaction waits for the process that makes a master key, however slow it starts', async () => {
  const waiting = async (): Promise<number> => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    return rows.length
  }
  const seen: number[] = []
  const { ask } = new RequestProcess(keys)
  const watched: typeof ask = async (...request) => {
    seen.push(await waiting())
    return ask(...request)
  }
  const key = new MasterKey(database.db, { path, isProvided: false }, watched)
  expect(await key.sealingKey()).toHaveLength(32)
  expect(seen).toEqual([0])
})

it.each([
  ['is gone', () => rmSync(path)],
  ['is another one', () => (rmSync(path), writeFileSync(path, randomBytes(32), { mode: 0o400 }))],
])('a master key that %s is never replaced while something is sealed under it', async (_, spoil) => {
  await open().sealingKey()
  await addSealed()
  spoil()
  const before = existsSync(path) ? readFileSync(path) : null
  expect(await open().problem()).toBe(TEXT)
  await expect(open().sealingKey()).rejects.toMatchObject({ kind: 'unavailable', message: TEXT })
  expect(existsSync(path) ? readFileSync(path) : null).toEqual(before)
  // Once the keys are deleted, a new one may begin.
  await database.pool.query('delete from exchange_keys')
  expect(await open().sealingKey()).toHaveLength(32)
  expect(await open().problem()).toBeNull()
})

it('a data folder from before public keys were stored gets its own at the next start, and no other is believed', async () => {
  const key = await open().sealingKey()
  await addSealed()
  const stored = async () =>
    (await database.db.select({ publicKey: schema.installationKeys.publicKey }).from(schema.installationKeys))[0]
      ?.publicKey
  expect(await stored()).toEqual(Buffer.from(key))
  await database.pool.query('update installation_keys set public_key = null')
  expect(await open().problem()).toBeNull()
  expect(await stored()).toEqual(Buffer.from(key))
  // Whoever can write the database would read what is sealed with it from now on.
  await database.db.update(schema.installationKeys).set({ publicKey: randomBytes(32) })
  expect(await open().problem()).toBe(TEXT)
  await expect(open().sealingKey()).rejects.toMatchObject({ kind: 'unavailable', message: TEXT })
})

it('one that is replaced while the server runs is noticed, and a file that is no key is named', async () => {
  const running = open()
  const before = await running.sealingKey()
  await addSealed()
  const kept = readFileSync(path)
  rmSync(path)
  expect(await running.problem()).toBe(TEXT)
  writeFileSync(path, randomBytes(31), { mode: 0o400 })
  expect(await running.problem()).toBe('The master key must be a file of 32 bytes')
  rmSync(path)
  writeFileSync(path, kept, { mode: 0o400 })
  expect(await running.problem()).toBeNull()
  expect(await running.sealingKey()).toEqual(before)
})

it('a master key that others can read is refused by name', async () => {
  await open().sealingKey()
  await addSealed()
  chmodSync(path, 0o444)
  expect(await open().problem()).toMatch(/^Other users can read the master key/)
  await expect(open().sealingKey()).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await open(true).problem()).toBeNull()
})

it('a master key that the operator provides is never made here', async () => {
  await expect(open(true).sealingKey()).rejects.toThrow('TRADELOOM_MASTER_KEY_FILE names a file that does not exist')
  expect(existsSync(path)).toBe(false)
})

it('a master key from the environment is used without any file, and only for what was sealed under it', async () => {
  const master = randomBytes(32)
  const place = { isProvided: true, given: () => Buffer.from(master) }
  const key = await openMasterKey(database.db, path, place).sealingKey()
  await addSealed()
  expect(await openMasterKey(database.db, path, place).sealingKey()).toEqual(key)
  expect(existsSync(path)).toBe(false)
  const other = openMasterKey(database.db, path, { ...place, given: () => randomBytes(32) })
  expect(await other.problem()).toBe(TEXT)
})
