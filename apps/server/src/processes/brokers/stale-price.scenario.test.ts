import { expect } from 'vitest'
import { DeskTickets } from './desk-tickets.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

/** Longer than a price of this market is taken for fresh. */
const SILENCE_MS = 11_000

faultScenario('no price comes for seconds, and a person orders', {
  play: async (desk) => {
    const tickets = new DeskTickets(desk)
    desk.losePrice()
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MS))
    await expect(tickets.order({})).rejects.toThrow('No fresh price')
    desk.keepPrice()
    desk.price(60_000)
    await tickets.sends({ quantity: 0.1 })
  },
  ends: async (desk) => {
    await expect.poll(() => desk.position()).toMatchObject({ quantity: 0.0999 })
    expect(desk.venue.orders).toHaveLength(1)
  },
})
