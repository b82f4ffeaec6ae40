import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BinanceSessions, ordersOnce, WITNESS } from '../../testing/binance-sessions.fixture.ts'
import { signalProcess } from '../../testing/signal-process.fixture.ts'

let at: BinanceSessions
beforeAll(async () => {
  at = await BinanceSessions.open()
  await at.connect()
})
afterAll(() => at?.close())
beforeEach(() => at.market(60_000))

const positionsAre = (id: string, ...quantities: number[]) =>
  expect.poll(async () => (await at.positionsOf(id)).map(({ quantity }) => quantity).toSorted()).toEqual(quantities)
const countOf = (side: string) => at.lab.orders.filter((order) => order.side === side && order.type === 'MARKET').length

describe('a session at Binance', () => {
  it('goes on after its process was killed, with the position that it has', async () => {
    const id = await at.running(
      ordersOnce('buy({ quantity: 0.5, stopLoss: 59000 })', 'if (tick.bid >= 60500) closeAll()'),
    )
    await positionsAre(id, 0.4995)
    await at.hears(id, 'opened 0.4995 60001')
    const bought = countOf('BUY')
    expect(signalProcess('sessions')).toBe(1)
    await at.hears(id, /^Continues after an interruption/)
    expect(await at.sessionOf(id)).toMatchObject({ status: 'Active', openPositionCount: 1 })
    at.market(60_500)
    await at.hears(id, /^closed 0.4995 60500 189.03\d* script$/)
    await positionsAre(id)
    expect(countOf('BUY')).toBe(bought)
    await at.end(id)
  })

  it('hears what happened while the process was killed that works on its account', async () => {
    const id = await at.running(ordersOnce('buy({ quantity: 0.5, stopLoss: 59500 })'))
    await expect.poll(() => at.guards()).toEqual([['STOP_LOSS', 0.4995]])
    signalProcess('brokers', 'SIGSTOP')
    at.market(59_490)
    await expect.poll(() => at.guards()).toEqual([])
    expect(signalProcess('brokers')).toBe(1)
    await at.hears(id, /^closed 0.4995 59490 -\d+\.\d+ stop-loss$/)
    expect(await at.closedOf(id)).toMatchObject([{ status: 'CLOSED', detail: 'stop-loss' }])
    await at.end(id)
  })

  it('opens nothing before its account was compared, although a position was closed meanwhile', async () => {
    const id = await at.running(
      `
      const stops = [59500, 59000, 58500]
      let n = 0
      function onTick() {
        if (orders.count > 0 || positions.count > 2 || n > 3) return
        buy({ quantity: 0.1 * (1 + positions.count), stopLoss: stops[positions.count] })
      }
      ${WITNESS.replace('log(side', "if (status === 'FILLED') n += 1; log(side")}`,
    )
    await positionsAre(id, 0.0999, 0.1998, 0.2997)
    await expect.poll(() => at.guards().length).toBe(3)
    const { pool } = at.venue.database
    const newest = async (): Promise<number> =>
      (await pool.query<{ n: number }>('select coalesce(max(n), 0)::float8 as n from journal')).rows[0]?.n ?? 0
    for (const process of ['brokers', 'sessions']) signalProcess(process, 'SIGSTOP')
    const before = await newest()
    const bought = countOf('BUY')
    at.market(59_400)
    await expect.poll(() => at.guards().length).toBe(2)
    for (const process of ['brokers', 'sessions']) expect(signalProcess(process)).toBe(1)
    await at.hears(id, /^closed 0.0999 59400 -\d+\.\d+ stop-loss$/)
    await positionsAre(id, 0.1998, 0.2997, 0.2997)
    const { rows } = await pool.query<{ kind: string }>(
      `select kind from journal where n > $1 and kind in ('RECONCILED', 'SENDING') order by n`,
      [before],
    )
    const kinds = rows.map(({ kind }) => kind)
    expect([kinds[0], kinds.filter((kind) => kind === 'SENDING').length > 0]).toEqual(['RECONCILED', true])
    expect(countOf('BUY')).toBe(bought + 1)
    await at.end(id)
  })
})
