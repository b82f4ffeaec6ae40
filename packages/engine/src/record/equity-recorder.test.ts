import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { EquityRecorder } from './equity-recorder.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

describe('EquityRecorder', () => {
  it('matches a plain scan for peak, drawdowns, extremes and daily equity', () => {
    const steps = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 8, maxLength: 400 })
    fc.assert(
      fc.property(steps, fc.constantFrom(MINUTE, 37 * MINUTE, 240 * MINUTE), fc.boolean(), (moves, step, byFour) => {
        const end = moves.length * step
        const recorder = new EquityRecorder(1_000, 0, end / 1_000)
        const mark = (time: number, equity: number) => {
          recorder.last = equity
          recorder.lastTime = time
          recorder.lastBalance = 1_000
          recorder.markLast()
        }
        const equities = [1_000]
        const days = new Map<number, number>()
        for (const [at, move] of moves.entries()) {
          const time = at * step
          if (time >= recorder.nextCut) recorder.cut(time)
          const before = equities.at(-1) as number
          const path = [before + move, before + 2 * move, before - move, before + move / 2] as const
          if (byFour) {
            for (const [k, equity] of path.entries()) mark(time + k, equity)
            equities.push(...path)
          } else {
            mark(time, path[0])
            equities.push(path[0])
          }
          days.set((Math.floor(time / DAY) + 1) * DAY, equities.at(-1) as number)
        }
        let peak = 0
        let fall = 0
        let share = 0
        for (const equity of equities) {
          peak = Math.max(peak, equity)
          fall = Math.max(fall, peak - equity)
          share = Math.max(share, (peak - equity) / peak)
        }
        const curve = recorder.finish(end, 1_000)
        expect(recorder.peak).toBe(peak)
        expect(recorder.maxDrawdown).toBeCloseTo(fall, 9)
        expect(recorder.maxDrawdownFraction).toBeCloseTo(share, 12)
        expect(recorder.ruined).toBe(equities.some((equity) => equity <= 0))
        expect(Math.max(...curve.equity)).toBeCloseTo(Math.max(...equities), 8)
        expect(Math.min(...curve.equity)).toBeCloseTo(Math.min(...equities), 8)
        expect(curve.equity.at(-1)).toBeCloseTo(equities.at(-1) as number, 8)
        expect(curve.time).toEqual(curve.time.toSorted((a, b) => a - b))
        expect(curve.time.length).toBeLessThan(4_000)
        expect(new Map(recorder.dayTime.map((time, at) => [time, recorder.dayEquity[at]]))).toEqual(days)
      }),
      { numRuns: 200 },
    )
  })

  it('loses no point of a run that outlasts its planned end', () => {
    const recorder = new EquityRecorder(1_000, 0, 1)
    const times = Array.from({ length: 5_000 }, (_, at) => at * 7)
    for (const time of times) {
      recorder.cut(time)
      recorder.last = 1_000 + (time % 13)
      recorder.lastTime = time
      recorder.lastBalance = 1_000
      recorder.markLast()
    }
    const { time, equity } = recorder.finish(35_000, 1_000)
    expect(new Set(time)).toEqual(new Set([...times, 35_000]))
    expect(equity.every((one, at) => one === 1_000 + ((time[at] === 35_000 ? 34_993 : (time[at] ?? NaN)) % 13))).toBe(
      true,
    )
  })
})
