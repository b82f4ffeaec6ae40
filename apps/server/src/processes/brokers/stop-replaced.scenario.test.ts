import { expect } from 'vitest'
import type { BinanceDesk } from './binance-desk.fixture.ts'
import { DeskTickets } from './desk-tickets.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

/** Whether the whole of a position was recorded as bare. */
async function wasBare(desk: BinanceDesk, quantity: number): Promise<boolean> {
  const query = 'select body from journal where account_id = $1'
  const { rows } = await desk.database.pool.query<{ body: string }>(query, [desk.accountId])
  return rows
    .flatMap(({ body }) => (JSON.parse(body) as { rows: { table: string; row: Record<string, unknown> }[] }).rows)
    .some(({ table, row }) => table === 'positions' && Number(row['quantity']) === quantity && row['unprotectedSince'])
}

faultScenario('a person adds to a position with another stop, and sends the ticket again', {
  prepare: async (desk) => {
    await desk.buy({ quantity: 0.2, stopLoss: 59_000 })
    await expect.poll(() => desk.guardsAtVenue()).toEqual([['STOP_LOSS', 59_000, 0.1998]])
  },
  play: async (desk) => {
    const tickets = new DeskTickets(desk)
    const added = { quantity: 0.3, stopLoss: 58_500 }
    const { id, key } = await tickets.sends(added)
    expect(await tickets.order(added, key)).toBe(id)
    await expect(tickets.order({ ...added, quantity: 0.4 }, key)).rejects.toThrow('belongs to another one')
  },
  ends: async (desk) => {
    await expect.poll(() => desk.guardsAtVenue()).toEqual([['STOP_LOSS', 58_500, 0.4995]])
    await expect
      .poll(() => desk.position())
      .toMatchObject({ quantity: 0.4995, stopLoss: 58_500, unprotectedSince: null })
    expect(await wasBare(desk, 0.4995)).toBe(true)
  },
})
