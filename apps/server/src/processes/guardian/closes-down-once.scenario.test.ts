import { expect } from 'vitest'
import { faultScenario } from '../brokers/fault-scenario.fixture.ts'
import { sendSignal } from '../../testing/signal-process.fixture.ts'
import { guardDesk, levelOf, openGuardian } from './desk-guardian.fixture.ts'

faultScenario('an account that has paid fees in its own coin loses its limit', {
  prepare: async (desk) => {
    // Coins of its owner, of which more than the position could be sold.
    desk.lab.accounts.deposit(desk.venue.apiKey, 'BTC', '1')
    await desk.buy({ stopLoss: 59_000 })
    await expect.poll(() => desk.protectionsAtVenue()).toEqual([['STOP_LOSS', 59_000, 0.4995]])
    await guardDesk(desk, 400)
  },
  // Not as far as the stop.
  play: async (desk) => desk.price(59_010),
  ends: async (desk) => {
    await expect.poll(() => levelOf(desk)).toBe('FLATTEN')
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED', closeReason: 'guardian' })
    await expect.poll(() => desk.openAtVenue).toEqual([])
    expect(desk.soldAtVenue()).toEqual([0.4995])
    desk.lab.accounts.deposit(desk.venue.apiKey, 'BTC', '-1')
  },
})

faultScenario('an account loses its limit whose guardian is suspended, and that of another server takes over', {
  prepare: async (desk) => {
    await desk.buy()
    const first = await guardDesk(desk, 1_000)
    openGuardian(desk, 'another.json')
    sendSignal(first.pid ?? 0, 'SIGSTOP')
  },
  play: async (desk) => {
    desk.price(57_000)
    await expect.poll(() => desk.soldAtVenue()).toEqual([0.4995])
  },
  ends: async (desk) => {
    await expect.poll(() => levelOf(desk)).toBe('FLATTEN')
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED', closeReason: 'guardian' })
    expect(desk.soldAtVenue()).toEqual([0.4995])
  },
})
