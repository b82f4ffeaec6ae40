import { expect, it } from 'vitest'
import { HOUR } from './units.ts'
import { zoneOffset } from './zone-offset.ts'

it('knows the clock of a zone at each time, also on days on which it changes', () => {
  const berlin = zoneOffset('Europe/Berlin')
  const change = Date.UTC(2026, 2, 29, 1)
  expect([change - 1, change, change + 1].map((time) => berlin(time) / HOUR)).toEqual([1, 2, 2])
  expect(zoneOffset('Asia/Kolkata')(Date.UTC(2026, 0, 1, 12, 0, 0, 250)) / HOUR).toBe(5.5)
  expect(zoneOffset('America/New_York')(Date.UTC(2026, 6, 1)) / HOUR).toBe(-4)
})
