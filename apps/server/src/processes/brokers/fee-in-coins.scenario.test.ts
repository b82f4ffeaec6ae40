import { expect } from 'vitest'
import { faultScenario } from './fault-scenario.fixture.ts'

faultScenario('a position that has paid its fee in its own coin is closed in parts', {
  prepare: async (desk) => {
    // Coins of its owner, of which more than the position could be sold.
    desk.lab.accounts.deposit(desk.venue.apiKey, 'BTC', '1')
    await desk.buy({ quantity: 0.5, stopLoss: 59_000 })
    await expect.poll(() => desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 59_000, 0.4995]])
  },
  play: async (desk) => {
    const { id: positionId = '' } = (await desk.position()) ?? {}
    await desk.sends({ kind: 'CLOSE', positionId, quantity: 0.2 })
    await expect.poll(() => desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 59_000, 0.2995]])
    // All that was ordered: less than that is there.
    await desk.sends({ kind: 'CLOSE', positionId, quantity: 0.3 })
  },
  ends: async (desk) => {
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED' })
    await expect.poll(() => desk.openAtVenue).toEqual([])
    expect(desk.soldAtVenue()).toEqual([0.2, 0.2995])
    desk.lab.accounts.deposit(desk.venue.apiKey, 'BTC', '-1')
  },
})
