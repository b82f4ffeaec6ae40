import { expect } from 'vitest'
import { faultScenario } from '../brokers/fault-scenario.fixture.ts'
import { guardDesk, levelOf } from './desk-guardian.fixture.ts'

/** How long a quote of a tenth less stands that nothing confirms, among others or alone for as long as the market is fresh. */
const ROUNDS = [
  { ms: 100, isAlone: false },
  { ms: 400, isAlone: false },
  { ms: 900, isAlone: false },
  { ms: 900, isAlone: true },
]

/** Longer than a loss has to stand, shorter than a price is fresh. */
const SILENCE_MS = 3_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

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
    for (const { ms, isAlone } of ROUNDS) {
      if (isAlone) {
        desk.losePrice()
        await pause(SILENCE_MS)
      }
      desk.ticks.add(54_000, 1)
      standFor(ms)
      desk.ticks.add(60_000, 1)
      await pause(1_500)
      const name = `a quote that was wrong for ${ms} ms${isAlone ? ' without any other' : ''}`
      const level = await levelOf(desk)
      console.log(`${name}: ${level === 'ACTIVE' ? 'not sold' : 'sold'}`)
      expect(level, name).toBe('ACTIVE')
    }
    expect(desk.soldAtVenue()).toEqual([])
    desk.keepPrice()
    desk.price(54_000)
  },
  ends: async (desk) => {
    await expect.poll(() => levelOf(desk)).toBe('FLATTEN')
    await expect.poll(() => desk.position()).toMatchObject({ status: 'CLOSED', closeReason: 'guardian' })
    expect(desk.soldAtVenue()).toEqual([0.4995])
  },
})
