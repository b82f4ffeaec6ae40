import { expect } from 'vitest'
import { MARKET_BUY } from './binance-desk.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

faultScenario('no execution is told, and nothing else that follows from it', {
  isQuick: true,
  prepare: async (desk) => {
    await desk.sends({ ...MARKET_BUY, type: 'LIMIT', quantity: 0.5, limitPrice: 59_000 })
    await expect.poll(() => desk.openAtVenue).toHaveLength(1)
    for (const message of ['executionReport TRADE', 'outboundAccountPosition'])
      desk.lab.faults.add({ when: { message, times: 1_000 }, do: 'drop' })
  },
  play: async (desk) => {
    const [order] = desk.openAtVenue
    for (const part of ['0.2', '0.3']) desk.fill(order, part, '59000')
  },
  ends: async (desk) => {
    await expect.poll(() => desk.intents()).toMatchObject([{ state: 'FILLED', filled: expect.closeTo(0.5, 9) }])
    await expect.poll(() => desk.position()).toMatchObject({ quantity: expect.closeTo(0.4995, 9) })
  },
})
