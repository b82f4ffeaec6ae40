import { describe, expect, it } from 'vitest'
import { LabClock } from './lab-clock.ts'

describe('LabClock', () => {
  it('runs what is due in the order of its time, and of one time in the order of its planning', () => {
    const clock = new LabClock(1000)
    const seen: string[] = []
    const note = (name: string) => () => void seen.push(`${name} ${clock.now()}`)
    clock.at(1020, note('b'))
    clock.at(1010, note('a'))
    clock.at(1020, note('c'))
    const cancel = clock.at(1015, note('never'))
    clock.at(1030, note('later'))
    cancel()
    clock.advanceTo(1025)
    expect([seen, clock.now()]).toEqual([['a 1010', 'b 1020', 'c 1020'], 1025])
  })

  it('repeats until it is canceled, from within as well', () => {
    const clock = new LabClock(0)
    const seen: number[] = []
    const cancel = clock.every(10, () => seen.push(clock.now()) === 3 && cancel())
    clock.advanceTo(100)
    expect(seen).toEqual([10, 20, 30])
  })

  it('lets time pass on its own, as fast as it is told, until it is paused', async () => {
    const clock = new LabClock(0)
    clock.run(100_000)
    await new Promise<void>((done) => void clock.at(60_000, done))
    clock.pause()
    const paused = clock.now()
    expect(paused).toBeGreaterThanOrEqual(60_000)
    await new Promise((done) => setTimeout(done, 20))
    expect(clock.now()).toBe(paused)
  })
})
