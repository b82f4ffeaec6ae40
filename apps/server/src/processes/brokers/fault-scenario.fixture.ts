import { describe, it } from 'vitest'
import { type BinanceDesk, deskForEach } from './binance-desk.fixture.ts'

/*
 * Scenarios of faults: something goes wrong at the venue, and `brokers` is killed at some moment of it.
 *
 * To add one, write a file `<what goes wrong>.scenario.test.ts` beside the part that it concerns, which calls
 * `faultScenario` once:
 *
 *   faultScenario('a fill is lost', {
 *     prepare: async (desk) => ...   // what is there before: positions, stops, working orders, other processes
 *     play: async (desk) => ...      // plans faults (`desk.lab.faults.add`), acts, and may be interrupted at any point
 *     ends: async (desk) => ...      // polls how all of it has to end, with `expect.poll`, whenever the kill came
 *   })
 *
 * Each seed kills `brokers` at another moment, which is counted from the beginning of `play`. After `ends`, all scenarios
 * are judged alike, by `BinanceDesk.expectConsistent`: at most one order per client id on the wire and at the venue, the
 * ledger holds what the venue holds, and the journal verifies. `desk.sends` writes a request again that had to wait too
 * long while the process was away; `desk.write` writes it once. The full lane plays four seeds; the fast lane plays the first one
 * of scenarios that are `isQuick`. TRADELOOM_SEEDS=20 plays twenty.
 */

/** Each takes some ten seconds, so the lanes play few of them. */
const SEEDS = Array.from({ length: Number(process.env['TRADELOOM_SEEDS'] ?? 4) }, (_, at) => at + 1)
const KILL_WITHIN_MS = 4_000
const FULL = { tags: ['full'] }

export interface FaultScenario {
  readonly prepare?: (desk: BinanceDesk) => Promise<unknown>
  readonly play: (desk: BinanceDesk, seed: number) => Promise<unknown>
  /** Instead of a kill of `brokers`, which is started again. */
  readonly kill?: (desk: BinanceDesk, seed: number) => Promise<unknown>
  readonly ends: (desk: BinanceDesk) => Promise<unknown>
  /** How late the kill can come, from the beginning of `play`; 4 s if omitted. */
  readonly killWithinMs?: number
  /** Takes a few seconds: one seed of it is played in the fast lane, too. */
  readonly isQuick?: boolean
}

/** Makes tests of a scenario, one for each seed. */
export function faultScenario(title: string, scenario: FaultScenario): void {
  const { isQuick = false, killWithinMs = KILL_WITHIN_MS, kill = (desk) => desk.kill() } = scenario
  describe(`while the process of orders is killed, ${title}`, () => {
    let desk: BinanceDesk
    deskForEach((opened) => (desk = opened))

    for (const seed of SEEDS)
      it(`and what is left agrees with the venue (seed ${seed})`, isQuick && seed === 1 ? {} : FULL, async () => {
        desk.keepPrice()
        await scenario.prepare?.(desk)
        const killed = waitForMoment(seed, killWithinMs).then(() => kill(desk, seed))
        await Promise.all([scenario.play(desk, seed), killed])
        await scenario.ends(desk)
      })
  })
}

/** Some moment within that time: the seeds spread them evenly, however many there are. */
export function waitForMoment(seed: number, withinMs: number): Promise<void> {
  const fraction = (seed * 0.618_033_988_75) % 1
  return new Promise((resolve) => setTimeout(resolve, fraction * withinMs))
}
