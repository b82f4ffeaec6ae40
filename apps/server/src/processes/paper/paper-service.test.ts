import { verifyAccount } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addAccount,
  AUDUSD,
  BTCUSDT,
  BUY,
  EURGBP,
  intentOf,
  MemoryTicks,
  rowsOf,
  type TestAccount,
  write,
} from './paper.fixture.ts'
import { addSession } from '../../testing/add-session.fixture.ts'
import { UnprotectedNews } from '../../features/notifications/unprotected-news.ts'
import type { PaperEvent } from './paper-messages.ts'
import { PaperService } from './paper-service.ts'

let database: TestDatabase
let account: TestAccount
let ticks: MemoryTicks
let service: PaperService | null = null
let events: PaperEvent[] = []

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  account = await addAccount(database)
  ticks = new MemoryTicks()
  ticks.add(1.1)
  events = []
})
afterEach(async () => {
  await service?.stop()
  service = null
})

/** A request that waits for more than five seconds is not executed, and a busy machine takes long to start. */
async function start(): Promise<void> {
  const { url: connectionString } = database
  let isReady = (): void => undefined
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  const emit = (event: PaperEvent): void => {
    events.push(event)
    if (event.kind === 'ready') isReady()
  }
  service = new PaperService({ do: 'open', connection: { connectionString }, marketDir: '' }, { ticks, emit })
  await ready
}

const sessionOf = ({ accountId }: TestAccount) => addSession(database.db, accountId, 'EURUSD:SIM')
const stateOf = async (id: string): Promise<string> => (await intentOf(database, id)).state
const settled = (id: string, state: string) => expect.poll(() => stateOf(id)).toBe(state)
const positions = () => rowsOf(database, 'positions', account)
const orders = () => rowsOf(database, 'venue_orders', account)
const fills = () => rowsOf(database, 'fills', account)

async function balance(): Promise<number> {
  const { rows } = await database.pool.query('select balance from trading_accounts where id = $1', [account.accountId])
  return (rows[0] as { balance: number }).balance
}

/** A limit below the market and a stop above it. */
async function linked(): Promise<[string, string]> {
  const limit = await write(database, account, { ...BUY, type: 'LIMIT', limitPrice: 1.09 })
  await settled(limit, 'WORKING')
  const stop = await write(database, account, { ...BUY, type: 'STOP', stopPrice: 1.11, linkedTo: limit })
  await settled(stop, 'WORKING')
  return [limit, stop]
}

describe('a paper account', () => {
  it('fills a market order at the price that is there, with position, balance and journal', async () => {
    await start()
    const id = await write(database, account, BUY)
    await settled(id, 'FILLED')
    expect(await positions()).toMatchObject([
      { direction: 'LONG', quantity: 10_000, open_price: 1.1002, status: 'OPEN', stop_loss: null },
    ])
    expect(await fills()).toMatchObject([{ intent_id: id, price: 1.1002, quantity: 10_000, side: 'BUY' }])
    expect(await balance()).toBe(10_000)
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
    const kinds = events.flatMap((event) => (event.kind === 'changed' ? [event.change.kind] : []))
    expect(new Set(kinds)).toEqual(new Set(['order', 'execution', 'position', 'balance']))
  })

  it('has its lease taken once, however many orders come at the same time', async () => {
    await start()
    const newestEpoch = async () => {
      const { rows } = await database.pool.query('select max(epoch)::float8 as epoch from leases')
      return (rows[0] as { epoch: number }).epoch
    }
    await settled(await write(database, account, BUY), 'FILLED')
    const before = await newestEpoch()
    for (let round = 0; round < 10; round += 1) {
      const fresh = await addAccount(database)
      const ids = await Promise.all(Array.from({ length: 4 }, () => write(database, fresh, BUY)))
      for (const id of ids) await settled(id, 'FILLED')
    }
    // A second lease would make what is done under the first one void.
    expect(await newestEpoch()).toBe(before + 10)
  })

  it('closes a position at the other side of the market, and books its profit', async () => {
    await start()
    await settled(await write(database, account, BUY), 'FILLED')
    const [position] = await positions()
    ticks.add(1.102)
    const id = await write(database, account, {
      kind: 'CLOSE',
      positionId: position?.['id'] as string,
      quantity: 10_000,
    })
    await settled(id, 'FILLED')
    expect(await positions()).toMatchObject([
      { status: 'CLOSED', close_price: 1.102, close_reason: 'script', pips: 18 },
    ])
    expect(await balance()).toBeCloseTo(10_018, 9)
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('closes a position at its stop, and cancels its target', async () => {
    await start()
    await settled(await write(database, account, { ...BUY, stopLoss: 1.098, takeProfit: 1.105 }), 'FILLED')
    expect(await positions()).toMatchObject([{ stop_loss: 1.098, take_profit: 1.105, is_stop_loss_rejected: false }])
    ticks.add(1.0978)
    await expect.poll(positions).toMatchObject([{ status: 'CLOSED', close_reason: 'stop-loss', close_price: 1.0978 }])
    const guards = (await orders()).filter((order) => order['is_protective'])
    expect(guards.map(({ type, status }) => `${type} ${status}`).sort()).toEqual(['LIMIT CANCELED', 'STOP FILLED'])
    expect(await balance()).toBeCloseTo(10_000 - 24, 9)
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('charges the fees of the venue: the same figure in fill, position, balance and journal', async () => {
    ticks.add(60_000, { instrumentId: BTCUSDT, spread: 1 })
    await start()
    const coins = { ...BUY, instrumentId: BTCUSDT, quantity: 0.1, takeProfit: 61_000 }
    await settled(await write(database, account, coins), 'FILLED')
    // 0.1 x 60,001 x 0.05%.
    expect(await fills()).toMatchObject([{ fee: expect.closeTo(3.00005, 9), liquidity: 'taker' }])
    expect(await positions()).toMatchObject([
      { commission: expect.closeTo(3.00005, 9), profit: expect.closeTo(-3.00005, 9) },
    ])
    expect(await balance()).toBeCloseTo(10_000 - 3.00005, 9)
    ticks.add(61_010, { instrumentId: BTCUSDT, spread: 1 })
    await expect.poll(positions).toMatchObject([{ status: 'CLOSED', close_price: 61_010 }])
    // The target rested: 0.1 x 61,010 x 0.02%.
    const fees = (await fills()).map(({ fee }) => fee as number).sort((a, b) => a - b)
    expect(fees).toEqual([expect.closeTo(1.2202, 9), expect.closeTo(3.00005, 9)])
    const [closed] = await positions()
    expect(closed?.['commission']).toBeCloseTo(4.22025, 9)
    expect(closed?.['profit']).toBeCloseTo(100.9 - 4.22025, 9)
    expect(await balance()).toBeCloseTo(10_000 + 100.9 - 4.22025, 9)
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('refuses an order that is worth less than the venue of its prices takes, and takes one that only reduces', async () => {
    ticks.add(60_000, { instrumentId: BTCUSDT, spread: 1 })
    await start()
    const coins = { ...BUY, instrumentId: BTCUSDT, quantity: 0.00008 }
    const small = await write(database, account, coins)
    await settled(small, 'REJECTED')
    expect((await intentOf(database, small)).reason).toBe('Minimum order value for BTC/USDT is 5 USDT')
    await settled(await write(database, account, { ...coins, quantity: 0.00009 }), 'FILLED')
    ticks.add(40_000, { instrumentId: BTCUSDT, spread: 1 })
    const reducing = { ...coins, side: 'SELL', quantity: 0.00009, reduceOnly: true } as const
    await settled(await write(database, account, reducing), 'FILLED')
    expect(await positions()).toMatchObject([{ status: 'CLOSED' }])
  })

  it('closes a part of a position, and protects what is left of it', async () => {
    await start()
    await settled(await write(database, account, { ...BUY, stopLoss: 1.095 }), 'FILLED')
    const [position] = await positions()
    const closing = { kind: 'CLOSE', positionId: position?.['id'] as string, quantity: 4_000 } as const
    await settled(await write(database, account, closing), 'FILLED')
    const part = {
      status: 'CLOSED',
      part: 1,
      part_of: position?.['id'],
      broker_id: position?.['broker_id'],
      quantity: 4_000,
    }
    const rows = async () => (await positions()).toSorted((one, other) => Number(one['part']) - Number(other['part']))
    expect(await rows()).toMatchObject([
      { ...part, close_price: 1.1, profit: expect.closeTo(-0.8, 9) },
      { status: 'OPEN', part: 2, part_of: null, quantity: 6_000, stop_loss: 1.095, profit: expect.closeTo(0, 9) },
    ])
    expect(await balance()).toBeCloseTo(10_000 - 0.8, 9)
    const stops = async () => (await orders()).filter(({ is_protective: isStop }) => isStop)
    expect(await stops()).toMatchObject([{ quantity: 6_000, status: 'NEW' }])
    ticks.add(1.095)
    const closed = { status: 'CLOSED', part: 2, quantity: 6_000, close_price: 1.095, profit: expect.closeTo(-31.2, 9) }
    await expect.poll(rows).toMatchObject([part, closed])
    expect(await balance()).toBeCloseTo(10_000 - 0.8 - 31.2, 9)
    expect((await fills()).map(({ quantity }) => quantity).sort()).toEqual([10_000, 4_000, 6_000])
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('reduces opposite positions, oldest first, with an order that may only reduce', async () => {
    await start()
    const half = { ...BUY, quantity: 5_000 }
    await settled(await write(database, account, half), 'FILLED')
    await settled(await write(database, account, half), 'FILLED')
    const reducing = { ...BUY, side: 'SELL', quantity: 8_000, reduceOnly: true } as const
    await settled(await write(database, account, reducing), 'FILLED')
    const left = (await positions()).map(({ status, quantity }) => `${status} ${quantity}`).sort()
    expect(left).toEqual(['CLOSED 3000', 'CLOSED 5000', 'OPEN 2000'])
    expect(await fills()).toHaveLength(4)
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('reduces with an order of a session what that session has opened, and nothing else of the account', async () => {
    await start()
    const [one, other] = [await sessionOf(account), await sessionOf(account)]
    const owned: [string | null, number][] = [
      [null, 5_000],
      [other, 3_000],
      [one, 2_000],
    ]
    for (const [sessionId, quantity] of owned)
      await settled(await write(database, account, { ...BUY, quantity }, { sessionId }), 'FILLED')
    const reducing = { ...BUY, side: 'SELL', quantity: 8_000, reduceOnly: true } as const
    await settled(await write(database, account, reducing, { sessionId: one }), 'CANCELED')
    await service?.stop()
    await start()
    await settled(await write(database, account, { ...reducing, quantity: 4_000 }), 'FILLED')
    const left = (await positions()).map((row) => [row['session_id'], row['status'], row['quantity']])
    expect(left.toSorted((a, b) => Number(a[2]) - Number(b[2]))).toEqual([
      [null, 'OPEN', 1_000],
      [one, 'CLOSED', 2_000],
      [other, 'OPEN', 3_000],
      [null, 'CLOSED', 4_000],
    ])
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('ends an order that may only reduce with what there was to close, also after a restart', async () => {
    await start()
    await settled(await write(database, account, BUY), 'FILLED')
    const id = await write(database, account, { ...BUY, side: 'SELL', quantity: 25_000, reduceOnly: true })
    await settled(id, 'CANCELED')
    const reason = 'reduce only: 15000 of it had nothing to close'
    expect(await intentOf(database, id)).toMatchObject({ filled: 10_000, reason })
    expect(await orders()).toContainEqual(
      expect.objectContaining({ side: 'SELL', status: 'CANCELED', filled: 10_000, reason }),
    )
    await service?.stop()
    await start()
    await settled(await write(database, account, BUY), 'FILLED')
    ticks.add(1.101)
    await settled(await write(database, account, { ...BUY, side: 'SELL', quantity: 1_000 }), 'FILLED')
    expect((await positions()).map(({ status, quantity }) => `${status} ${quantity}`).toSorted()).toEqual([
      'CLOSED 10000',
      'OPEN 1000',
      'OPEN 10000',
    ])
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('trails the best price with a trailing stop', async () => {
    await start()
    await settled(await write(database, account, { ...BUY, trailingStop: 0.001 }), 'FILLED')
    for (const bid of [1.101, 1.103, 1.1025]) ticks.add(bid)
    await expect.poll(() => ticks.last('EURUSD:SIM')).toMatchObject({ bid: 1.1025 })
    expect(await positions()).toMatchObject([{ status: 'OPEN' }])
    ticks.add(1.102)
    await expect
      .poll(positions)
      .toMatchObject([{ status: 'CLOSED', close_reason: 'trailing-stop', close_price: 1.102 }])
  })

  it('keeps a position without the stop that the market refuses, and says so', async () => {
    await start()
    await settled(await write(database, account, { ...BUY, takeProfit: 1.11 }), 'FILLED')
    const wanted = { positionId: (await positions())[0]?.['id'] as string, changes: { stopLoss: 1.2 as never } }
    await settled(await write(database, account, { kind: 'PROTECT', ...wanted }), 'REJECTED')
    const [position] = await positions()
    expect(position).toMatchObject({ status: 'OPEN', is_stop_loss_rejected: true, is_take_profit_rejected: false })
    const since = Number(position?.['unprotected_since'])
    await new UnprotectedNews(database.db, () => since).look()
    const told = `select from notifications where dedup_key like '%' || $1 || '%' and kind = 'position-unprotected'`
    expect((await database.pool.query(told, [position?.['id']])).rows).toHaveLength(1)
    expect((await orders()).filter(({ type }) => type === 'STOP')).toMatchObject([{ status: 'REJECTED' }])
    const changes = { stopLoss: 1.09 as never }
    const id = await write(database, account, { kind: 'PROTECT', positionId: position?.['id'] as string, changes })
    await settled(id, 'DONE')
    expect(await positions()).toMatchObject([
      { stop_loss: 1.09, is_stop_loss_rejected: false, unprotected_since: null, take_profit: 1.11 },
    ])
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('keeps the stop of a position where a change of it is refused, also after a restart', async () => {
    await start()
    await settled(await write(database, account, { ...BUY, stopLoss: 1.09 }), 'FILLED')
    const [position] = await positions()
    const protect = (stopLoss: number) => {
      const changes = { stopLoss: stopLoss as never }
      return write(database, account, { kind: 'PROTECT', positionId: position?.['id'] as string, changes })
    }
    await settled(await protect(1.2), 'REJECTED')
    expect(await positions()).toMatchObject([
      { stop_loss: 1.09, is_stop_loss_rejected: false, unprotected_since: null },
    ])
    const stops = async () =>
      (await orders())
        .filter(({ type }) => type === 'STOP')
        .map(({ status, stop_price: price }) => `${status} ${price}`)
        .sort()
    expect(await stops()).toEqual(['NEW 1.09', 'REJECTED 1.2'])
    await service?.stop()
    await start()
    await settled(await protect(1.095), 'DONE')
    expect(await stops()).toEqual(['NEW 1.095', 'REJECTED 1.2'])
    await settled(await protect(1.3), 'REJECTED')
    await service?.stop()
    await start()
    ticks.add(1.0945)
    await expect.poll(positions).toMatchObject([{ status: 'CLOSED', close_reason: 'stop-loss', close_price: 1.0945 }])
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('shows a stop that was requested later and refused, and that its position is not protected', async () => {
    await start()
    await settled(await write(database, account, BUY), 'FILLED')
    const [position] = await positions()
    const changes = { stopLoss: 1.2 as never }
    const id = await write(database, account, { kind: 'PROTECT', positionId: position?.['id'] as string, changes })
    await settled(id, 'REJECTED')
    expect(await positions()).toMatchObject([{ is_stop_loss_rejected: true, unprotected_since: expect.any(Date) }])
    expect((await orders()).filter(({ type }) => type === 'STOP')).toMatchObject([{ status: 'REJECTED' }])
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it.each([false, true])(
    'fills one of two linked orders and cancels the other in the same commit (restarted in between: %s)',
    async (isRestarted) => {
      await start()
      const [limit, stop] = await linked()
      if (isRestarted) {
        await service?.stop()
        await start()
      }
      ticks.add(1.12)
      await settled(stop, 'FILLED')
      expect(await intentOf(database, limit)).toMatchObject({
        state: 'CANCELED',
        reason: 'the linked order was filled',
      })
      // The price of the other one comes, and there is nothing left to fill.
      ticks.add(1.08)
      ticks.add(1.1)
      await settled(await write(database, account, BUY), 'FILLED')
      expect(await fills()).toHaveLength(2)
      expect(await verifyAccount(database.db, account.accountId)).toEqual([])
    },
  )

  it('cancels the other one of two linked orders with the one that its owner cancels, whichever that is', async () => {
    await start()
    for (const at of [0, 1]) {
      const pair = await linked()
      await settled(await write(database, account, { kind: 'CANCEL', intentId: pair[at] ?? '' }), 'DONE')
      await settled(pair[0], 'CANCELED')
      expect(await intentOf(database, pair[1 - at] ?? '')).toMatchObject({
        state: 'CANCELED',
        reason: 'the linked order was ended',
      })
    }
  })

  it('does not place an order whose linked one has ended', async () => {
    await start()
    const limit = await write(database, account, { ...BUY, type: 'LIMIT', limitPrice: 1.09 })
    await settled(limit, 'WORKING')
    await settled(await write(database, account, { kind: 'CANCEL', intentId: limit }), 'DONE')
    const stop = await write(database, account, { ...BUY, type: 'STOP', stopPrice: 1.11, linkedTo: limit })
    await settled(stop, 'UNSENT')
    expect((await intentOf(database, stop)).reason).toMatch(/linked to has been filled or has ended/)
  })

  it('lets a limit order wait for its price, and cancels it on request', async () => {
    await start()
    const limit = { ...BUY, type: 'LIMIT', limitPrice: 1.09 } as const
    const first = await write(database, account, limit)
    const second = await write(database, account, limit)
    await settled(first, 'WORKING')
    await settled(second, 'WORKING')
    const canceling = await write(database, account, { kind: 'CANCEL', intentId: second })
    await settled(canceling, 'DONE')
    expect(await stateOf(second)).toBe('CANCELED')
    ticks.add(1.0895)
    await settled(first, 'FILLED')
    expect(await fills()).toMatchObject([{ price: 1.09, order_type: 'LIMIT', order_price: 1.09, liquidity: 'maker' }])
    const again = await write(database, account, { kind: 'CANCEL', intentId: first })
    await settled(again, 'REJECTED')
  })

  it('changes and cancels orders that wait, also right after a restart without a new price', async () => {
    await start()
    const limit = { ...BUY, type: 'LIMIT', limitPrice: 1.09 } as const
    const changed = await write(database, account, limit)
    const canceled = await write(database, account, limit)
    await settled(canceled, 'WORKING')
    await service?.stop()
    await start()
    const changes = { limitPrice: 1.095 as never, quantity: 20_000 as never }
    await settled(await write(database, account, { kind: 'CHANGE', intentId: changed, changes }), 'DONE')
    await settled(await write(database, account, { kind: 'CANCEL', intentId: canceled }), 'DONE')
    expect(await stateOf(canceled)).toBe('CANCELED')
    await service?.stop()
    await start()
    ticks.add(1.094)
    await settled(changed, 'FILLED')
    expect(await fills()).toMatchObject([{ price: 1.095, quantity: 20_000, order_price: 1.095, liquidity: 'maker' }])
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('takes the margin of all markets together, also right after a restart without a new price', async () => {
    ticks.add(1.2, { instrumentId: 'GBPUSD:SIM' })
    await start()
    await settled(await write(database, account, { ...BUY, quantity: 200_000 }), 'FILLED')
    await service?.stop()
    await start()
    const pound = { ...BUY, instrumentId: 'GBPUSD:SIM' }
    await settled(await write(database, account, pound), 'FILLED')
    // 4,400 of 10,000 are used.
    const large = await write(database, account, { ...pound, quantity: 300_000 })
    await settled(large, 'REJECTED')
    expect((await intentOf(database, large)).reason).toMatch(/^not enough margin: 11\d+\.\d\d needed, equity 99\d\d\./)
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('converts profits through a third market', async () => {
    ticks.add(0.86, { instrumentId: EURGBP })
    ticks.add(1.25, { instrumentId: 'GBPUSD:SIM' })
    await start()
    await settled(await write(database, account, { ...BUY, instrumentId: EURGBP }), 'FILLED')
    const [position] = await positions()
    // 2% of 8,601 pounds at 1.2501.
    expect(position?.['used_margin']).toBeCloseTo(215.042_202, 6)
    ticks.add(1.3, { instrumentId: 'GBPUSD:SIM' })
    ticks.add(0.87, { instrumentId: EURGBP })
    const closing = { kind: 'CLOSE', positionId: position?.['id'] as string, quantity: 10_000 } as const
    await settled(await write(database, account, closing), 'FILLED')
    // 0.0098 of 10,000 are 98 pounds, at 1.3001.
    expect(await balance()).toBeCloseTo(10_000 + 98 * 1.3001, 6)
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('holds closings while it catches up, and executes them at the current price', async () => {
    const aussie = { ...BUY, instrumentId: AUDUSD, quantity: 5_000 }
    ticks.add(1.1, { instrumentId: AUDUSD })
    await start()
    await settled(await write(database, account, aussie), 'FILLED')
    const [position] = await positions()
    const epochOf = async (): Promise<number> =>
      Number((await database.pool.query('select epoch from leases where key = $1', [account.accountId])).rows[0]?.epoch)
    const epoch = await epochOf()
    await service?.stop()
    for (const bid of [1.09, 1.08]) ticks.add(bid, { instrumentId: AUDUSD })
    let open = (): void => undefined
    ticks.gates.set(AUDUSD, new Promise((resolve) => (open = resolve)))
    const now = Date.now
    let ahead = 0
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
    try {
      // It is ready once it has read the prices.
      void start()
      // Not the lease of the service that was stopped, which a busy machine may leave behind.
      await expect.poll(epochOf).toBeGreaterThan(epoch)
      const closing = { kind: 'CLOSE', positionId: position?.['id'] as string, quantity: 5_000 } as const
      const closed = await write(database, account, closing)
      const opened = await write(database, account, aussie)
      ahead = 60_000
      ticks.add(1.12, { instrumentId: AUDUSD })
      open()
      await settled(opened, 'UNSENT')
      await settled(closed, 'FILLED')
      expect(await positions()).toMatchObject([{ status: 'CLOSED', close_price: 1.12 }])
    } finally {
      open()
      vi.restoreAllMocks()
    }
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('does not send what waited for more than five seconds', async () => {
    const id = await write(database, account, BUY, { decidedAt: Date.now() - 6_000 })
    await start()
    await settled(id, 'UNSENT')
    expect(await orders()).toEqual([])
  })

  it('does not open positions at a raised level, and closes them', async () => {
    await start()
    await settled(await write(database, account, BUY), 'FILLED')
    await database.pool.query(`update account_control set level = 'REDUCE' where account_id = $1`, [account.accountId])
    await settled(await write(database, account, BUY), 'UNSENT')
    const reducing = { ...BUY, side: 'SELL', quantity: 4_000, reduceOnly: true } as const
    await settled(await write(database, account, reducing), 'FILLED')
    const position = (await positions()).find(({ status }) => status === 'OPEN')
    const closing = { kind: 'CLOSE', positionId: position?.['id'] as string, quantity: 6_000 } as const
    await settled(await write(database, account, closing), 'FILLED')
  })
})
