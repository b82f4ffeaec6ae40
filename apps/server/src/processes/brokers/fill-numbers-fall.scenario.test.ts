import { expect } from 'vitest'
import { MARKET_BUY } from './binance-desk.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

faultScenario('trades get lower numbers than earlier ones, and are not told', {
  prepare: async (desk) => {
    desk.lab.engine.numberFillsFrom(5_000)
    await desk.buy({ quantity: 0.2 })
    // What it reads first is remembered as the newest.
    await desk.restart()
    desk.lab.engine.numberFillsFrom(100)
    desk.lab.faults.add({ when: { message: 'executionReport TRADE', times: 100 }, do: 'lostFill' })
  },
  play: (desk) => desk.sends({ ...MARKET_BUY, quantity: 0.1 }),
  ends: async (desk) => {
    await expect.poll(async () => (await desk.intents()).at(-1)).toMatchObject({ state: 'FILLED', filled: 0.1 })
    await expect.poll(() => desk.position()).toMatchObject({ quantity: 0.2997 })
  },
})
