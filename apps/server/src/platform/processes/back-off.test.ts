import { expect, it } from 'vitest'
import { BackOff } from './back-off.ts'

it('pauses twice as long before each restart of a process that keeps ending, up to 30 s', () => {
  const backOff = new BackOff()
  const pauses = Array.from({ length: 10 }, () => backOff.pauseAfter(10))
  expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000])
})

it('restarts a process quickly again after it has run for a minute', () => {
  const backOff = new BackOff()
  for (let n = 0; n < 5; n++) backOff.pauseAfter(10)
  expect(backOff.pauseAfter(60_000)).toBe(200)
})
