import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInProcessBus } from '@tradeloom/bus'
import { verifyAccount } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import type { IntentPayload } from '@tradeloom/trading'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { addAccount, BUY, intentOf, rowsOf, type TestAccount, write } from './paper.fixture.ts'
import { SupervisedPaper } from './supervised-paper.ts'

let database: TestDatabase
let account: TestAccount
let folder: string
let ticks: LiveTicks
let paper: SupervisedPaper | null = null
let ends = 0

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  account = await addAccount(database)
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-paper-'))
  ticks = new LiveTicks(folder, 'EURUSD:SIM')
  ticks.add(1.1)
  ends = 0
})
afterEach(async () => {
  ticks.stop()
  await paper?.stop()
  paper = null
  rmSync(folder, { recursive: true, force: true })
})

async function start(crashAt?: CrashPoint): Promise<SupervisedPaper> {
  paper = new SupervisedPaper({
    bus: createInProcessBus(() => undefined),
    connection: { connectionString: database.url },
    marketDir: join(folder, 'market'),
    logger: { warn: (fields) => void ('restartInMs' in fields && (ends += 1)) },
    now: Date.now,
    ...(crashAt ? { crashAt } : {}),
  })
  await paper.ensure()
  return paper
}

/** It takes orders again. On a busy machine one may wait too long to be sent. */
async function goesOn(): Promise<string[]> {
  const ids: string[] = []
  do {
    await paper?.ensure()
    const id = await write(database, account, BUY)
    ids.push(id)
    await expect.poll(() => stateOf(id)).toMatch(/^(FILLED|UNSENT)$/)
  } while ((await stateOf(ids.at(-1) ?? '')) === 'UNSENT')
  return ids
}

const stateOf = async (id: string): Promise<string> => (await intentOf(database, id)).state
const settled = (id: string, state: string) => expect.poll(() => stateOf(id)).toBe(state)

/** Writes it, again if it waits for more than five seconds and is not sent, as beside busy processes. */
async function sent(payload: IntentPayload, ...ends: readonly string[]): Promise<string> {
  for (;;) {
    const id = await write(database, account, payload)
    await expect.poll(() => stateOf(id)).toMatch(new RegExp(`^(${[...ends, 'UNSENT'].join('|')})$`))
    if (ends.includes(await stateOf(id))) return id
  }
}

const rows = (table: string) => rowsOf(database, table, account)

async function expectConsistent(): Promise<void> {
  const orders = (await rows('venue_orders')).filter(({ client_id: id }) => id !== null)
  const intents = await rows('intents')
  // At most one order of the venue for each client id, and each has its intent.
  expect(new Set(orders.map(({ client_id: id }) => id)).size).toBe(orders.length)
  for (const { intent_id: id } of orders) expect(intents.map((intent) => intent['id'])).toContain(id)
  const filled = (await rows('fills')).reduce((sum, { quantity, side }) => sum + signed(quantity, side), 0)
  const open = (await rows('positions')).filter(({ status }) => status === 'OPEN')
  const held = open.reduce(
    (sum, { quantity, direction }) => sum + signed(quantity, direction === 'LONG' ? 'BUY' : ''),
    0,
  )
  expect(held).toBe(filled)
  expect(await verifyAccount(database.db, account.accountId)).toEqual([])
}

function signed(quantity: unknown, side: unknown): number {
  return (side === 'BUY' ? 1 : -1) * (quantity as number)
}

describe('the process of paper accounts is killed', () => {
  it.each(['received-not-answered', 'answer-not-committed', 'fill-not-committed'] as const)(
    'around two linked orders, of which one is filled: %s',
    async (point) => {
      const isFill = point === 'fill-not-committed'
      await start(isFill ? point : undefined)
      const limit = await sent({ ...BUY, type: 'LIMIT', limitPrice: 1.09 }, 'WORKING')
      if (!isFill) {
        await paper?.stop()
        await start(point)
      }
      const second = { ...BUY, type: 'STOP', stopPrice: 1.11, linkedTo: limit } as const
      const stop = await sent(second, isFill ? 'WORKING' : 'ABSENT')
      ticks.add(1.085)
      await settled(limit, 'FILLED')
      if (isFill) await settled(stop, 'CANCELED')
      expect(await rows('venue_orders')).toHaveLength(isFill ? 2 : 1)
      expect(ends).toBeGreaterThan(0)
      ticks.add(1.12)
      ticks.add(1.1)
      await expectConsistent()
      const others = await goesOn()
      expect(await rows('fills')).toHaveLength(1 + (others.length > 0 ? 1 : 0))
      await expectConsistent()
    },
  )

  const orderAt = async (point: CrashPoint, state: string): Promise<void> => {
    await start(point)
    const order = { ...BUY, stopLoss: 1.09 }
    // The restart may take so long that what was not claimed before is not sent.
    const id = await (point === 'written-not-claimed' ? sent(order, state, 'UNSENT') : sent(order, state))
    expect(ends).toBeGreaterThan(0)
    const count = (await stateOf(id)) === 'FILLED' ? 1 : 0
    expect(await rows('fills')).toHaveLength(count)
    expect(await rows('positions')).toHaveLength(count)
    await expectConsistent()
    await goesOn()
    await expectConsistent()
  }

  it.each<[CrashPoint, string]>([
    ['sending-no-byte-out', 'ABSENT'],
    // What the venue has of an order is committed with its answer: before that, there is nothing of it.
    ['received-not-answered', 'ABSENT'],
    ['fill-not-committed', 'FILLED'],
  ])('at %s: the order is %s, once', orderAt)

  it.each<[CrashPoint, string]>([
    ['written-not-claimed', 'FILLED'],
    ['answer-half-read', 'ABSENT'],
    ['answer-not-committed', 'ABSENT'],
  ])('at %s, too: the order is %s, once', { tags: ['full'] }, orderAt)

  it.each<CrashPoint>(['received-not-answered', 'fill-not-committed'])(
    'at %s while it closes: the position is closed once',
    { tags: ['full'] },
    async (point) => {
      await start()
      await sent(BUY, 'FILLED')
      const [position] = await rows('positions')
      await paper?.stop()
      await start(point)
      const closing = { kind: 'CLOSE', positionId: position?.['id'] as string, quantity: 10_000 } as const
      const isFill = point === 'fill-not-committed'
      await sent(closing, isFill ? 'FILLED' : 'ABSENT')
      expect(await rows('positions')).toMatchObject([{ status: isFill ? 'CLOSED' : 'OPEN' }])
      if (!isFill) await sent(closing, 'FILLED')
      expect(ends).toBeGreaterThan(0)
      expect(await rows('positions')).toMatchObject([{ status: 'CLOSED' }])
      expect(await rows('fills')).toHaveLength(2)
      await expectConsistent()
    },
  )

  describe('while an order waits', () => {
    const LIMIT = { ...BUY, type: 'LIMIT', limitPrice: 1.09 } as const
    const POINTS: readonly CrashPoint[] = ['sending-no-byte-out', 'answer-half-read', 'answer-not-committed']

    /** Writes what concerns the order, and waits until the process was killed with it and knows what became of it. */
    async function interrupted(point: CrashPoint, payload: (intentId: string) => IntentPayload) {
      await start()
      const id = await sent(LIMIT, 'WORKING')
      await paper?.stop()
      await start(point)
      const asked = await write(database, account, payload(id))
      await expect.poll(() => stateOf(asked)).toMatch(/^(DONE|ABSENT|UNSENT)$/)
      if ((await stateOf(asked)) !== 'UNSENT') expect(ends).toBeGreaterThan(0)
      return { id, isDone: (await stateOf(asked)) === 'DONE' }
    }

    it.each(POINTS)('at %s with a cancellation of it: it is canceled, or works', { tags: ['full'] }, async (point) => {
      const { id, isDone } = await interrupted(point, (intentId) => ({ kind: 'CANCEL', intentId }))
      expect(await stateOf(id)).toBe(isDone ? 'CANCELED' : 'WORKING')
      ticks.add(1.08)
      if (!isDone) await settled(id, 'FILLED')
      await goesOn()
      expect(await rows('fills')).toHaveLength(isDone ? 1 : 2)
      await expectConsistent()
    })

    it.each(POINTS)(
      'at %s with a change of it: the answer says which terms it has',
      { tags: ['full'] },
      async (point) => {
        const { id, isDone } = await interrupted(point, (intentId) => ({
          kind: 'CHANGE',
          intentId,
          changes: { limitPrice: 1.095 as never, quantity: 20_000 as never },
        }))
        const terms = isDone ? { limit_price: 1.095, quantity: 20_000 } : { limit_price: 1.09, quantity: 10_000 }
        expect(await rows('venue_orders')).toMatchObject([{ ...terms, status: 'NEW' }])
        ticks.add(1.08)
        await settled(id, 'FILLED')
        expect(await rows('fills')).toMatchObject([{ quantity: terms.quantity }])
        await expectConsistent()
      },
    )

    it('with a cancellation that crosses a price which fills it: the price came first, and it is filled once', async () => {
      const one = await start()
      const id = await sent(LIMIT, 'WORKING')
      if (one.pid !== undefined) process.kill(one.pid, 'SIGSTOP')
      ticks.add(1.08)
      const canceled = await write(database, account, { kind: 'CANCEL', intentId: id })
      if (one.pid !== undefined) process.kill(one.pid, 'SIGKILL')
      await settled(id, 'FILLED')
      await expect.poll(() => stateOf(canceled)).toMatch(/^(REJECTED|UNSENT)$/)
      expect(await rows('fills')).toHaveLength(1)
      await expectConsistent()
    })
  })

  it.each<CrashPoint>(['sending-no-byte-out', 'answer-half-read', 'answer-not-committed'])(
    'at %s while it moves a stop: the answer says which stop the position has',
    { tags: ['full'] },
    async (point) => {
      await start()
      await sent({ ...BUY, stopLoss: 1.09 }, 'FILLED')
      const [position] = await rows('positions')
      await paper?.stop()
      await start(point)
      const positionId = position?.['id'] as string
      const moved = await write(database, account, {
        kind: 'PROTECT',
        positionId,
        changes: { stopLoss: 1.095 as never },
      })
      await expect.poll(() => stateOf(moved)).toMatch(/^(DONE|ABSENT|UNSENT)$/)
      if ((await stateOf(moved)) !== 'UNSENT') expect(ends).toBeGreaterThan(0)
      const stopLoss = (await stateOf(moved)) === 'DONE' ? 1.095 : 1.09
      expect(await rows('positions')).toMatchObject([{ stop_loss: stopLoss }])
      await expectConsistent()
    },
  )

  it('while prices pass a trailing stop: the position is closed after the restart, and called late', async () => {
    await start()
    await sent({ ...BUY, trailingStop: 0.002 }, 'FILLED')
    await paper?.stop()
    // Up, so that the stop follows, and down through it.
    const before = Date.now() - 5_000
    ticks.add(1.11, 0.0002, before)
    ticks.add(1.1079, 0.0002, before + 1)
    ticks.add(1.12, 0.0002, before + 2)
    await start()
    await expect.poll(() => rows('positions')).toMatchObject([{ status: 'CLOSED' }])
    expect(await rows('positions')).toMatchObject([{ close_price: 1.1079, close_reason: 'trailing-stop (late)' }])
    expect((await rows('fills')).find(({ side }) => side === 'SELL')).toMatchObject({ reason: 'late' })
    await expectConsistent()
  })

  it('by SIGKILL ten times while orders come and go: nothing is lost or doubled', { tags: ['full'] }, async () => {
    const one = await start()
    const ids: string[] = []
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 3; i++) ids.push(await write(database, account, { ...BUY, quantity: 1_000 }))
      ticks.add(1.1 + round / 10_000)
      if (one.pid !== undefined) process.kill(one.pid, 'SIGKILL')
      // Until its end is noticed, it seems to be connected.
      await expect.poll(() => ends).toBe(round + 1)
      await expect.poll(() => one.isConnected).toBe(true)
    }
    // Of those before, none may have been sent in time.
    ids.push(...(await goesOn()))
    const ended = new Set(['FILLED', 'UNSENT', 'ABSENT'])
    const states = () => Promise.all(ids.map(stateOf))
    await expect.poll(async () => (await states()).every((state) => ended.has(state))).toBe(true)
    const filled = (await states()).filter((state) => state === 'FILLED').length
    expect(filled).toBeGreaterThan(0)
    expect(await rows('fills')).toHaveLength(filled)
    await expectConsistent()
  })

  it('and its connections to the database are cut ten times: nothing is lost or doubled', async () => {
    await start()
    const ids: string[] = []
    for (let round = 0; round < 10; round++) {
      ids.push(await write(database, account, { ...BUY, quantity: 1_000 }))
      ticks.add(1.1 + round / 10_000)
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
    }
    const ended = new Set(['FILLED', 'UNSENT', 'ABSENT'])
    const states = () => Promise.all(ids.map(stateOf))
    await expect.poll(async () => (await states()).every((state) => ended.has(state))).toBe(true)
    await expectConsistent()
  })
})
