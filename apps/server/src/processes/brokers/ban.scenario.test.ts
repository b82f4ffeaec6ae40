import { expect } from 'vitest'
import { type BinanceDesk, MARKET_BUY } from './binance-desk.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

const LIMIT = { ...MARKET_BUY, type: 'LIMIT', quantity: 0.1, limitPrice: 55_000 } as const
/** Longer than any order may wait. */
const BAN_MS = 10_000

/** What has become of the newest order. One that was on its way when the process was killed is looked for, and not found. */
async function endOfLast(desk: BinanceDesk): Promise<string | undefined> {
  const last = (await desk.intents()).at(-1)
  const isOfKilled = (last?.sentAt?.getTime() ?? Infinity) <= desk.killedAt
  return last?.state === 'ABSENT' && isOfKilled ? 'died with the process' : last?.state
}

for (const ban of ['429', '418'] as const)
  faultScenario(`the venue takes no requests for a while (${ban}), and orders and a cancellation are written`, {
    prepare: async (desk) => {
      await desk.sends(LIMIT)
      await expect.poll(() => desk.openAtVenue).toHaveLength(1)
    },
    play: async (desk) => {
      const [order] = await desk.intents()
      desk.lab.faults.add({ when: { request: 'POST /api/v3/order' }, do: ban, ms: BAN_MS })
      while (desk.lab.faults.happened.length === 0) {
        const refused = await desk.write(LIMIT)
        await expect.poll(() => desk.state(refused)).not.toBe('WRITTEN')
      }
      await desk.write({ kind: 'CANCEL', intentId: order?.id ?? '' })
      await desk.write(MARKET_BUY)
    },
    ends: async (desk) => {
      await expect.poll(() => desk.openAtVenue).toEqual([])
      // Refused during the ban, or too old once a killed process is there again.
      await expect.poll(() => endOfLast(desk)).toMatch(/^(REJECTED|UNSENT|died with the process)$/)
      expect(desk.lab.forbidden).toEqual([])
      // Whatever was kept from the venue, it has the one order that it took.
      expect(desk.venue.orders.map(({ status }) => status)).toEqual(['CANCELED'])
    },
  })
