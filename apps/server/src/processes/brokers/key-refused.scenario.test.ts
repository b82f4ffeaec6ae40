import { expect } from 'vitest'
import type { BinanceDesk } from './binance-desk.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

const REFUSED_MS = 12_000

async function notifications(desk: BinanceDesk): Promise<string[]> {
  const query = `select subject from notifications where user_id = $1 and kind = 'key-refused'`
  const { rows } = await desk.database.pool.query<{ subject: string }>(query, [desk.userId])
  return rows.map(({ subject }) => subject)
}

faultScenario('its key is refused for seconds, and the stop of its position is reached meanwhile', {
  prepare: async (desk) => {
    await desk.buy({ stopLoss: 59_000 })
    await expect.poll(() => desk.protectionsAtVenue()).toHaveLength(1)
  },
  play: async (desk) => {
    const key = desk.lab.accounts.revoke(desk.venue.apiKey)
    desk.price(58_990)
    await Promise.all([
      expect.poll(() => notifications(desk)).toHaveLength(1),
      new Promise((resolve) => setTimeout(resolve, REFUSED_MS)),
    ])
    key.giveBack()
  },
  ends: async (desk) => {
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED', closeReason: 'stop-loss' })
    await expect.poll(() => desk.start().isConnected(desk.connectionId)).toBe(true)
    expect(await notifications(desk)).toEqual(['Binance refuses the key of your account'])
  },
})
