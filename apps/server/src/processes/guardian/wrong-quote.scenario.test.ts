import { expect } from 'vitest'
import { faultScenario } from '../brokers/fault-scenario.fixture.ts'
import { guardDesk, levelOf } from './desk-guardian.fixture.ts'

/** How long a quote of a tenth less stands that nothing confirms. */
const STANDS_MS = [100, 400, 900]

/** Nothing else runs meanwhile: a timer could come late on a busy machine, and a loss that stands for longer counts. */
function standFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

faultScenario('quotes are wrong for a moment, and then the price does fall', {
  prepare: async (desk) => {
    await desk.buy()
    await guardDesk(desk, 1_000)
  },
  play: async (desk) => {
    for (const ms of STANDS_MS) {
      desk.ticks.add(54_000, 1)
      standFor(ms)
      desk.ticks.add(60_000, 1)
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect(await levelOf(desk), `a quote that was wrong for ${ms} ms`).toBe('ACTIVE')
    }
    expect(desk.soldAtVenue()).toEqual([])
    desk.price(54_000)
  },
  ends: async (desk) => {
    await expect.poll(() => levelOf(desk)).toBe('FLATTEN')
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED', closeReason: 'guardian' })
    expect(desk.soldAtVenue()).toEqual([0.4995])
  },
})
