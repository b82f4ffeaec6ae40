import { expect, it } from 'vitest'
import { matchingStep, stepAt, totpCode } from './totp.ts'

/** RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890')

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code of second %i is the one that RFC 6238 states', (seconds, code) => {
  expect(totpCode(SECRET, stepAt(seconds * 1000), 8)).toBe(code)
  expect(totpCode(SECRET, stepAt(seconds * 1000))).toBe(code.slice(2))
})

it('codes of one step before and after count, those of two do not', () => {
  const now = 1_234_567_890_000
  const step = stepAt(now)
  for (const near of [step - 1, step, step + 1]) {
    expect(matchingStep(SECRET, totpCode(SECRET, near), 0, now)).toBe(near)
  }
  for (const far of [step - 2, step + 2]) expect(matchingStep(SECRET, totpCode(SECRET, far), 0, now)).toBeNull()
  for (const text of ['', '12345', '1234567', 'abcdef']) expect(matchingStep(SECRET, text, 0, now)).toBeNull()
})

it('a step that was used, and every earlier one, counts no more', () => {
  const now = 1_234_567_890_000
  const step = stepAt(now)
  expect(matchingStep(SECRET, totpCode(SECRET, step), step, now)).toBeNull()
  expect(matchingStep(SECRET, totpCode(SECRET, step - 1), step, now)).toBeNull()
  expect(matchingStep(SECRET, totpCode(SECRET, step + 1), step, now)).toBe(step + 1)
})
