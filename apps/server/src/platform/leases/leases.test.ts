import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { newId, type Transaction } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hostIdentity } from './host-identity.ts'
import { expireDeadOwners, forgetLostOwners, holdLease, type Lease, releaseLease, takeLease } from './leases.ts'

const FEED = { kind: 'feed', key: 'EURUSD.m:ICM' }

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(() => database.pool.query('truncate lease_owners cascade'))

async function owner(pid = process.pid): Promise<string> {
  const id = newId()
  await database.pool.query('insert into lease_owners (id, host, pid) values ($1, $2, $3)', [id, hostIdentity(), pid])
  return id
}

const within = <Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value> => database.db.transaction(work)
const take = (by: string, name = FEED): Promise<Lease | null> => within((tx) => takeLease(tx, name, by))
const holds = (lease: Lease): Promise<boolean> => within((tx) => holdLease(tx, lease))

/** As a paused process looks to the others. */
const pause = (id: string) =>
  database.pool.query(`update lease_owners set heartbeat_at = now() - interval '1 minute' where id = $1`, [id])

it('a lease that a live owner holds is refused to another, and leases of other things are not', async () => {
  const [first, second] = [await owner(), await owner()]
  expect(await take(first)).not.toBeNull()
  expect(await take(second)).toBeNull()
  expect(await take(second, { ...FEED, key: 'GBPUSD:ICM' })).not.toBeNull()
  expect(await take(second, { ...FEED, kind: 'account' })).not.toBeNull()
})

it('of owners that try at the same time, one takes the lease', async () => {
  const owners = await Promise.all(Array.from({ length: 8 }, () => owner()))
  const taken = await Promise.all(owners.map((one) => take(one)))
  expect(taken.filter((lease) => lease !== null)).toHaveLength(1)
})

it('a lease that is taken over from a paused owner has a higher epoch, and the paused owner writes nothing', async () => {
  const [paused, next] = [await owner(), await owner()]
  const old = (await take(paused)) as Lease
  await pause(paused)
  const taken = (await take(next)) as Lease
  expect(taken.epoch).toBeGreaterThan(old.epoch)
  // It continues, and its heartbeat with it.
  await database.pool.query('update lease_owners set heartbeat_at = now() where id = $1', [paused])
  expect(await holds(old)).toBe(false)
  expect(await within((tx) => releaseLease(tx, old))).toBe(false)
  expect(await holds(taken)).toBe(true)
})

it('an epoch is never used again, even after its lease was released', async () => {
  const one = await owner()
  const first = (await take(one)) as Lease
  expect(await within((tx) => releaseLease(tx, first))).toBe(true)
  const second = (await take(one)) as Lease
  expect(second.epoch).toBeGreaterThan(first.epoch)
  expect(await holds(first)).toBe(false)
})

it('a lease cannot be taken over while its owner writes under it', async () => {
  const [paused, next] = [await owner(), await owner()]
  const old = (await take(paused)) as Lease
  await pause(paused)
  const order: string[] = []
  let taking: Promise<unknown> = Promise.resolve()
  await within(async (tx) => {
    expect(await holdLease(tx, old)).toBe(true)
    taking = take(next).then(() => order.push('taken'))
    await tx.execute('select pg_sleep(0.1)')
    order.push('written')
  })
  await taking
  expect(order).toEqual(['written', 'taken'])
})

it('the leases of a process that was killed are free at once on its host', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  await once(child, 'spawn')
  const [killed, next] = [await owner(child.pid), await owner()]
  const old = (await take(killed)) as Lease
  await expireDeadOwners(database.db)
  expect(await take(next)).toBeNull()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expireDeadOwners(database.db)
  const taken = (await take(next)) as Lease
  expect(taken.epoch).toBeGreaterThan(old.epoch)
  expect(await forgetLostOwners(database.db)).toBe(true)
  expect(await holds(taken)).toBe(true)
})
