import { toUnits } from '@tradeloom/venue-lab'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BinanceSessions, ordersOnce } from '../../testing/binance-sessions.fixture.ts'
import { signalProcess } from '../../testing/signal-process.fixture.ts'

let at: BinanceSessions
beforeAll(async () => {
  at = await BinanceSessions.open()
  await at.connect()
})
afterAll(() => at?.close())

it(
  'a session hears that a part of its position is gone from its account, and that is shown',
  { timeout: 900_000 },
  async () => {
    const id = await at.running(ordersOnce('buy({ quantity: 0.5 })'))
    await expect.poll(() => at.positionsOf(id)).toMatchObject([{ quantity: 0.4995 }])
    await at.hears(id, 'opened 0.4995 60001')
    // Someone has withdrawn them at the exchange.
    at.lab.receive('BTC', -toUnits('0.2'))
    await at.hears(id, /^closed 0.2 60001 -1[12]\.\d+ external$/)
    await expect.poll(() => at.positionsOf(id)).toMatchObject([{ quantity: 0.2995 }])
    await at.hears(id, /^0.2 of position 1 closed outside of this session$/)
    // Nor does it hear of that again.
    expect(signalProcess('sessions')).toBe(1)
    await at.hears(id, /^Continues after an interruption/)
    at.lab.receive('BTC', -toUnits('0.2995'))
    await at.hears(id, /^closed 0.2995 60001 -\d+\.\d+ external$/)
    // Each part that is gone has a row of its own, the newest first.
    const gone = { closePrice: null, detail: 'external' }
    expect(await at.closedOf(id)).toMatchObject([
      { quantity: 0.2995, ...gone },
      { quantity: 0.2, ...gone },
    ])
    await expect.poll(() => at.sessionOf(id)).toMatchObject({ openPositionCount: 0 })
    expect((await at.linesOf(id)).filter((line) => line.startsWith('closed 0.2 '))).toHaveLength(1)
    await at.end(id)
  },
)
