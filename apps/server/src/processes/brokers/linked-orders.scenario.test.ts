import { expect } from 'vitest'
import { MARKET_BUY } from './binance-desk.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

const LIMIT = { ...MARKET_BUY, type: 'LIMIT', quantity: 0.1, limitPrice: 55_000, stopLoss: 54_000 } as const
const STOP = {
  ...MARKET_BUY,
  type: 'STOP_LIMIT',
  quantity: 0.1,
  stopPrice: 62_000,
  limitPrice: 62_100,
  stopLoss: 61_000,
} as const
const CANCEL = 'DELETE /api/v3/order'

faultScenario('one of two linked orders is filled, and the cancellation of the other is lost twice', {
  isQuick: true,
  prepare: async (desk) => {
    const linkedTo = await desk.sends(LIMIT)
    await desk.sends({ ...STOP, linkedTo })
    await expect.poll(() => desk.openAtVenue).toHaveLength(2)
  },
  play: async (desk) => {
    desk.lab.faults.add({ when: { request: CANCEL, times: 2 }, do: 'drop' })
    desk.fill(
      desk.openAtVenue.find(({ type }) => type === 'LIMIT'),
      '0.1',
      '55000',
    )
  },
  ends: async (desk) => {
    // What is bought has its stop, and nothing else works.
    await expect.poll(() => desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 54_000, 0.0999]])
    await expect.poll(() => desk.openAtVenue.filter(({ side }) => side === 'BUY')).toEqual([])
    const placed = async () => (await desk.intents()).filter(({ kind }) => kind === 'PLACE').map(({ state }) => state)
    await expect.poll(placed).toEqual(['FILLED', 'CANCELED'])
    await expect.poll(() => desk.position()).toMatchObject({ quantity: 0.0999, unprotectedSince: null })
  },
})
