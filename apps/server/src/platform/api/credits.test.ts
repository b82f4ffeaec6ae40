import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { newId } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ApiAccessParts, openApiAccess } from './api-access.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.UTC(2026, 10, 27, 10, 30)

let database: TestDatabase
let userId: string
let time: number
let opened: ApiAccessParts[] = []
let children: ChildProcess[] = []

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  time = START
  userId = newId()
  await database.pool.query(
    `insert into users (id, name, username, display_username, email) values ($1::uuid, 'ann', $1::text, 'ann', $1::text)`,
    [userId],
  )
})
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()))
  opened = []
  for (const child of children) child.kill('SIGKILL')
  children = []
})

/** One process; in the same test, several are several processes. */
function process(): ApiAccessParts {
  const logger = pino({ level: 'silent' })
  const one = openApiAccess({ database, profile: 'hosted', logger, now: () => time })
  opened.push(one)
  return one
}

async function spendAll({ credits }: ApiAccessParts, available: number, cost: number): Promise<number> {
  for (let calls = 0; ; calls++) if (!(await credits.spend(userId, available, cost)).isEnough) return calls
}

const leased = async (): Promise<number> =>
  Number((await database.pool.query('select sum(credits) as n from api_leases where user_id = $1', [userId])).rows[0].n)

it('are spent to the last one by several processes at the same time, and no further', async () => {
  const processes = [process(), process(), process()]
  const calls = await Promise.all(processes.map((one) => spendAll(one, 1000, 1)))
  // What another process holds looks used to the first that finds nothing.
  for (const one of processes) calls.push(await spendAll(one, 1000, 1))
  expect(calls.reduce((sum, n) => sum + n)).toBeLessThanOrEqual(1000)
  await Promise.all(processes.map((one) => one.credits.usage(userId)))
  calls.push(await spendAll(process(), 1000, 1))
  expect(calls.reduce((sum, n) => sum + n)).toBe(1000)
  expect((await processes[0]!.credits.usage(userId)).month).toBe(1000)
})

it('are leased in portions of 50, or of one percent of what is left', async () => {
  const { credits } = process()
  await credits.spend(userId, 1000, 1)
  expect(await leased()).toBe(10)
  await process().credits.spend(userId, 50_000, 1)
  expect(await leased()).toBe(10 + 50)
  await process().credits.spend(userId, null, 1)
  expect(await leased()).toBe(10 + 50 + 50)
})

it('of a lease are enough for a call that costs more than one percent of what is left', async () => {
  expect(await spendAll(process(), 25, 10)).toBe(2)
})

it('are whole again after a process with a lease was killed', async () => {
  const child = await startChild(1000)
  const { credits } = process()
  expect(await leased()).toBe(10)
  // 1000, but for the ten of the other process.
  expect(await spendAll({ credits } as ApiAccessParts, 1000, 10)).toBe(99)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await credits.spend(userId, 1000, 10)).toMatchObject({ isEnough: true, used: 1000 })
  expect((await credits.spend(userId, 1000, 1)).isEnough).toBe(false)
})

it('are given back by a process that stops', async () => {
  const one = process()
  await one.credits.spend(userId, 5000, 3)
  expect(await leased()).toBe(50)
  await one.close()
  expect(await leased()).toBe(0)
  expect((await process().credits.usage(userId)).month).toBe(3)
})

it('leave the day after 24 hours and the month after 30 days, by the hour', async () => {
  const { credits } = process()
  const used = async (at: number) => {
    time = at
    return credits.usage(userId)
  }
  await credits.spend(userId, 1000, 7)
  expect(await used(START)).toEqual({ day: 7, month: 7 })
  const hour = START - (START % HOUR_MS)
  expect(await used(hour + DAY_MS - 1)).toEqual({ day: 7, month: 7 })
  expect(await used(hour + DAY_MS)).toEqual({ day: 0, month: 7 })
  expect(await used(hour + 30 * DAY_MS - 1)).toEqual({ day: 0, month: 7 })
  expect(await used(hour + 30 * DAY_MS)).toEqual({ day: 0, month: 0 })
})

it('can be spent again when the oldest hour leaves the window, which is told before', async () => {
  const { credits } = process()
  expect(await spendAll({ credits } as ApiAccessParts, 20, 10)).toBe(2)
  const { reset } = await credits.spend(userId, 20, 10)
  expect(reset).toBe(START - (START % HOUR_MS) + 30 * DAY_MS)
  time = reset - 1
  expect((await credits.spend(userId, 20, 10)).isEnough).toBe(false)
  time = reset
  expect(await credits.spend(userId, 20, 10)).toMatchObject({ isEnough: true, used: 10 })
})

it('older than 31 days are forgotten', async () => {
  const { credits } = process()
  await credits.spend(userId, 1000, 7)
  await credits.usage(userId)
  time = START + 32 * DAY_MS
  await credits.spend(userId, 1000, 2)
  await credits.usage(userId)
  const { rows } = await database.pool.query('select used from api_usage where user_id = $1', [userId])
  expect(rows).toEqual([{ used: 2 }])
})

/** Returns once it holds its lease. */
async function startChild(available: number): Promise<ChildProcess> {
  const file = join(import.meta.dirname, 'credits-process.fixture.ts')
  const child = spawn(globalThis.process.execPath, [file, database.url, userId, String(available)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout!, 'data')
  return child
}
