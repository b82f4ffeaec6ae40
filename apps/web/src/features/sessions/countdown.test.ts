import { expect, it } from 'vitest'
import { countdown } from './countdown.ts'

it.each([
  [42_000, '00:42'],
  [41_001, '00:42'],
  [0, '00:00'],
  [-5, '00:00'],
  [3_600_000 - 1, '1:00:00'],
  [(3 * 3_600 + 7 * 60 + 42) * 1_000, '3:07:42'],
  [(51 * 3_600 + 42) * 1_000, '2 d 3:00:42'],
])('counts %d ms down as %s', (ms, text) => {
  expect(countdown(ms)).toBe(text)
})
