import { expect } from 'vitest'
import { MARKET_BUY } from './binance-desk.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

const LIMIT = { ...MARKET_BUY, type: 'LIMIT', quantity: 0.1, limitPrice: 55_000 } as const
const CANCEL = 'DELETE /api/v3/order'

faultScenario('a cancellation is lost twice, then refused for a while', {
  prepare: async (desk) => {
    await desk.sends(LIMIT)
    await expect.poll(() => desk.openAtVenue).toHaveLength(1)
  },
  play: async (desk) => {
    desk.lab.faults.add({ when: { request: CANCEL, times: 2 }, do: 'drop' })
    desk.lab.faults.add({ when: { request: CANCEL, nth: 3 }, do: '429', ms: 2_000 })
    const [order] = await desk.intents()
    await desk.write({ kind: 'CANCEL', intentId: order?.id ?? '' })
  },
  ends: async (desk) => {
    await expect.poll(() => desk.openAtVenue).toEqual([])
    await expect.poll(() => desk.intents()).toMatchObject([{ state: 'CANCELED' }, { state: 'DONE' }])
  },
})
