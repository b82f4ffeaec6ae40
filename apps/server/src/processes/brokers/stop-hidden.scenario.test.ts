import { expect } from 'vitest'
import type { BinanceDesk } from './binance-desk.fixture.ts'
import { faultScenario } from './fault-scenario.fixture.ts'

const HIDDEN_MS = 25_000

async function buysWithStop(desk: BinanceDesk): Promise<void> {
  await desk.buy({ stopLoss: 59_000 })
  await expect.poll(() => desk.protectionsAtVenue()).toHaveLength(1)
}

async function hidesStop(desk: BinanceDesk, meanwhile: () => Promise<unknown>): Promise<void> {
  const [stop] = desk.openAtVenue
  if (stop) desk.venue.hidden.add(stop)
  await meanwhile()
  desk.venue.hidden.clear()
}

faultScenario('its stop is hidden from all who ask for it, and shows again', {
  prepare: buysWithStop,
  play: (desk) => hidesStop(desk, () => new Promise((resolve) => setTimeout(resolve, HIDDEN_MS))),
  ends: async (desk) => {
    await desk.restart()
    await expect.poll(() => desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 59_000, 0.4995]])
    const protections = async () =>
      (await desk.intents()).filter(({ kind }) => kind === 'PROTECT').map(({ state }) => state)
    await expect.poll(protections).toEqual(['WORKING'])
    await expect.poll(() => desk.position()).toMatchObject({ isStopLossRejected: false, unprotectedSince: null })
  },
})

faultScenario('a position is closed whose stop is hidden, and the stop shows again', {
  prepare: async (desk) => {
    // Coins of its owner, which a stop that is left over would sell.
    desk.lab.accounts.deposit(desk.venue.apiKey, 'BTC', '1')
    await buysWithStop(desk)
  },
  play: (desk) =>
    hidesStop(desk, async () => {
      const { id: positionId = '', quantity = 0 } = (await desk.position()) ?? {}
      await desk.sends({ kind: 'CLOSE', positionId, quantity })
      await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED' })
    }),
  ends: async (desk) => {
    await desk.restart()
    await expect.poll(() => desk.openAtVenue).toEqual([])
    // Now they are its owner's alone again.
    desk.lab.accounts.deposit(desk.venue.apiKey, 'BTC', '-1')
  },
})
