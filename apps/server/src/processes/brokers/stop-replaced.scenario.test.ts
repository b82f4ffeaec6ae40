import { expect } from 'vitest'
import { DeskTickets } from './desk-tickets.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

faultScenario('a person adds to a position with another stop, and sends the ticket again', {
  prepare: async (desk) => {
    await desk.buy({ quantity: 0.2, stopLoss: 59_000 })
    await expect.poll(() => desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 59_000, 0.1998]])
  },
  play: async (desk) => {
    // The stop of before stays for now, and covers less than what is open.
    desk.lab.faults.add({ when: { request: 'DELETE /api/v3/order', times: 10_000 }, do: '503' })
    const tickets = new DeskTickets(desk)
    const added = { quantity: 0.3, stopLoss: 58_500 }
    const { id, key } = await tickets.sends(added)
    expect(await tickets.order(added, key)).toBe(id)
    await expect(tickets.order({ ...added, quantity: 0.4 }, key)).rejects.toThrow('belongs to another one')
    await expect
      .poll(() => desk.position())
      .toMatchObject({ quantity: 0.4995, unprotectedSince: expect.any(Date) as Date })
    expect(desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 59_000, 0.1998]])
    desk.lab.faults.clear()
  },
  ends: async (desk) => {
    await expect.poll(() => desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 58_500, 0.4995]])
    await expect
      .poll(() => desk.position())
      .toMatchObject({ quantity: 0.4995, stopLoss: 58_500, unprotectedSince: null })
  },
})
