import { expect } from 'vitest'
import type { BinanceDesk } from './binance-desk.fixture.ts'
import { DeskTickets } from './desk-tickets.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

const STOP = { type: 'STOP', quantity: 0.01, stopPrice: 65_000 } as const
const PROTECTED = { quantity: 0.1, stopLoss: 59_000 }

const workingStops = (desk: BinanceDesk) => desk.openAtVenue.filter(({ type }) => type.startsWith('STOP_LOSS')).length

faultScenario('an account has as many stops as the venue takes, and orders one more', {
  play: async (desk) => {
    const tickets = new DeskTickets(desk)
    // Others may have died with the process on their way.
    const arrived: string[] = []
    for (let count = 1; count <= 5; count++) {
      arrived.push((await tickets.sends(STOP)).id)
      await expect.poll(() => workingStops(desk)).toBe(count)
    }
    // The venue would refuse the stop after it has bought.
    await expect(tickets.order(PROTECTED)).rejects.toThrow('takes at most 5 orders with a stop price')
    const [first = ''] = arrived
    await desk.write({ kind: 'CANCEL', intentId: first })
    await expect.poll(() => desk.state(first)).toBe('CANCELED')
    await tickets.sends(PROTECTED)
  },
  ends: async (desk) => {
    await expect.poll(() => desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 59_000, 0.0999]])
    await expect.poll(() => desk.position()).toMatchObject({ isStopLossRejected: false, unprotectedSince: null })
    expect(workingStops(desk)).toBe(5)
    expect((await desk.intents()).map(({ state }) => state)).not.toContain('REJECTED')
  },
})
