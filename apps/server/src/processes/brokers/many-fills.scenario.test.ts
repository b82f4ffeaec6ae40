import { expect } from 'vitest'
import { MARKET_BUY } from './binance-desk.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

const MANY = 500

faultScenario('one order is filled in hundreds of parts', {
  prepare: async (desk) => {
    await desk.sends({ ...MARKET_BUY, type: 'LIMIT', quantity: 0.5, limitPrice: 59_000 })
    await expect.poll(() => desk.openAtVenue).toHaveLength(1)
  },
  play: async (desk) => {
    const [order] = desk.openAtVenue
    for (let n = 0; n < MANY; n++) {
      desk.fill(order, (0.5 / MANY).toFixed(3), '59000')
      if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  },
  killWithinMs: 1_500,
  ends: async (desk) => {
    await expect.poll(() => desk.intents()).toMatchObject([{ state: 'FILLED', filled: expect.closeTo(0.5, 9) }])
    expect(await desk.fills()).toHaveLength(MANY)
  },
})
