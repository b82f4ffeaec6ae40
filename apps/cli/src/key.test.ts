import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { activateKey, beginKey, type Database, newId, schema, silentLogger, startDatabase } from '@tradeloom/database'
import { sealBox } from '@tradeloom/vault'
import { brokersKey, createMasterKey, fingerprintOf, namesOf } from '@tradeloom/vault/master'
import { openVault } from '@tradeloom/vault/open'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Ended, runInProcess } from './in-process.fixture.ts'

const { brokerConnections, exchangeKeys, installationKeys, leaseOwners, users } = schema
const ROWS = 5

let dir = ''
let path = ''
let database: Database
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-key-'))
  await chmod(dir, 0o755)
  path = join(dir, 'data', 'keys', 'master')
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('TRADELOOM_MASTER_KEY_FILE', '')
  vi.stubEnv('TRADELOOM_MASTER_KEY', '')
  database = await startDatabase({ dataDir: join(dir, 'data'), logger: silentLogger })
})
afterAll(async () => {
  await database?.stop()
  vi.unstubAllEnvs()
  await rm(dir, { recursive: true, force: true })
})

const ids = Array.from({ length: ROWS }, () => newId())
const secretOf = (id: string): string => `planted-secret-${id}`

/** An installation with a master key, and secrets that are sealed under it. */
beforeEach(async () => {
  const { db } = database
  for (const table of [exchangeKeys, installationKeys, leaseOwners]) await db.delete(table)
  await db.delete(users)
  rmSync(join(dir, 'data', 'keys'), { recursive: true, force: true })
  createMasterKey(path)
  await beginKey(db, namesOf(readFileSync(path)))
  await activateKey(db, fingerprintOf(readFileSync(path)))
  const userId = newId()
  await db
    .insert(users)
    .values({ id: userId, name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' })
  const { publicKey } = namesOf(readFileSync(path))
  for (const id of ids) {
    await db.insert(brokerConnections).values({ id, userId, type: 'live', broker: 'NONE' })
    const seal = (column: string) =>
      sealBox(publicKey, Buffer.from(secretOf(id)), { table: 'exchange_keys', row: id, column })
    await db
      .insert(exchangeKeys)
      .values({ connectionId: id, apiKey: await seal('api_key'), apiSecret: await seal('api_secret'), maskedKey: '…' })
  }
})

const key = (...args: string[]): Promise<Ended> => runInProcess(dir, ['key', ...args])

/** What can be read with the key in the file. */
async function readable(): Promise<string[]> {
  const vault = await openVault(brokersKey(readFileSync(path)))
  const rows = await database.db.select().from(exchangeKeys)
  const texts = rows.map(({ connectionId: row, apiSecret }) =>
    vault
      .open(apiSecret!, { table: 'exchange_keys', row, column: 'api_secret' }, (secret) =>
        Buffer.from(secret).toString(),
      )
      .catch(() => 'unreadable'),
  )
  return (await Promise.all(texts)).toSorted()
}
const ALL = ids.map(secretOf).toSorted()

it('what was printed brings a lost master key back, and nothing else does', async () => {
  const { stdout } = await key('export', '--yes')
  const [known] = await database.db.select().from(installationKeys)
  expect(known?.exportedAt).not.toBeNull()
  rmSync(path)
  const other = await key('restore', stdout.trim().replace(/^..../, 'AAAA'))
  expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining('a character is wrong or missing') })
  expect(existsSync(path)).toBe(false)
  expect(await key('restore', ...stdout.trim().toLowerCase().split('-'))).toMatchObject({ status: 0 })
  expect(await readable()).toEqual(ALL)
})

it('is not printed without a question', async () => {
  const ended = await key('export')
  expect(ended).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('Say so with --yes') })
})

it('a replaced master key opens nothing any more, and the new one everything', async () => {
  const before = readFileSync(path)
  expect(await key('rotate', '--yes')).toMatchObject({ status: 0, stderr: expect.stringContaining('10 secret(s)') })
  expect(readFileSync(path).equals(before)).toBe(false)
  expect(existsSync(`${path}.next`)).toBe(false)
  expect(await readable()).toEqual(ALL)
  // What a server seals with, without reading the master key.
  const active = (await database.db.select().from(installationKeys)).find(({ state }) => state === 'active')
  expect(active?.publicKey).toEqual(namesOf(readFileSync(path)).publicKey)
  rmSync(path)
  writeFileSync(path, before, { mode: 0o400 })
  expect(new Set(await readable())).toEqual(new Set(['unreadable']))
})

it.each([
  ['after the new key was made', async () => void createMasterKey(`${path}.next`)],
  ['with some secrets sealed under the new key', sealOneUnderNext],
  ['before the file was replaced', activateNext],
])('a replacement that was interrupted %s is finished by another', async (_when, interrupt) => {
  await interrupt()
  expect(await key('rotate', '--yes')).toMatchObject({ status: 0 })
  expect(await readable()).toEqual(ALL)
  expect((await database.db.select().from(installationKeys)).map(({ state }) => state).toSorted()).toEqual([
    'active',
    'retired',
  ])
})

it('a master key in the environment is printed as well, and neither replaced nor written here', async () => {
  const hex = readFileSync(path).toString('hex')
  rmSync(path)
  vi.stubEnv('TRADELOOM_MASTER_KEY', hex)
  const { stdout } = await key('export', '--yes')
  for (const args of [
    ['rotate', '--yes'],
    ['restore', stdout.trim()],
  ])
    expect(await key(...args)).toMatchObject({
      stderr: expect.stringContaining('TRADELOOM_MASTER_KEY provides the key'),
    })
  vi.stubEnv('TRADELOOM_MASTER_KEY_FILE', path)
  expect(await key('export', '--yes')).toMatchObject({ stdout: '', stderr: expect.stringContaining('are both set') })
  vi.stubEnv('TRADELOOM_MASTER_KEY_FILE', '')
  vi.stubEnv('TRADELOOM_MASTER_KEY', '')
  expect(existsSync(path)).toBe(false)
  expect(await key('restore', stdout.trim())).toMatchObject({ status: 0 })
  expect(readFileSync(path).toString('hex')).toBe(hex)
})

async function sealOneUnderNext(): Promise<void> {
  createMasterKey(`${path}.next`)
  const next = readFileSync(`${path}.next`)
  await beginKey(database.db, namesOf(next))
  const place = { table: 'exchange_keys', row: ids[0]!, column: 'api_secret' }
  const apiSecret = await sealBox(namesOf(next).publicKey, Buffer.from(secretOf(ids[0]!)), place)
  await database.pool.query('update exchange_keys set api_secret = $1 where connection_id = $2', [apiSecret, ids[0]])
}

async function activateNext(): Promise<void> {
  const before = readFileSync(path)
  await key('rotate', '--yes')
  const after = readFileSync(path)
  writeFileSync(`${path}.next`, after, { mode: 0o400 })
  rmSync(path)
  writeFileSync(path, before, { mode: 0o400 })
}

it('is not replaced while a server works with it', async () => {
  await database.db.insert(leaseOwners).values({ id: newId(), host: 'here', pid: 1 })
  const before = readFileSync(path)
  expect(await key('rotate', '--yes')).toMatchObject({ status: 1, stderr: expect.stringContaining('stop the server') })
  expect(readFileSync(path).equals(before)).toBe(true)
})
