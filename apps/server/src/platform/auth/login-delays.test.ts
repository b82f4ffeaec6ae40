import { expect, it } from 'vitest'
import { LoginDelays, type Pace } from './login-delays.ts'

const PACE: Pace = { free: 3, maxMs: 8000 }

function setUp() {
  let time = 1_000_000
  const delays = new LoginDelays(() => time)
  const guess = (key = 'a'): boolean => {
    try {
      delays.check(key, PACE)
    } catch {
      return false
    }
    delays.count(key, PACE)
    return true
  }
  return { delays, guess, pass: (ms: number) => void (time += ms) }
}

it('lets pauses grow after the free guesses, up to the longest', () => {
  const { guess, pass } = setUp()
  expect([guess(), guess(), guess(), guess()]).toEqual([true, true, true, false])
  for (const pause of [1000, 2000, 4000, 8000, 8000]) {
    pass(pause - 1)
    expect(guess()).toBe(false)
    pass(1)
    expect(guess()).toBe(true)
  }
})

it('does not prolong a pause for those who ask during it', () => {
  const { guess, pass } = setUp()
  for (let n = 0; n < 500; n++) guess()
  pass(1000)
  expect(guess()).toBe(true)
})

it('tells when to come again', () => {
  const { delays, guess } = setUp()
  for (let n = 0; n < 3; n++) guess()
  expect(() => delays.check('a', PACE)).toThrow('Please try again in 1 second')
})

it('counts by key, and forgets after success and after an hour', () => {
  const { delays, guess, pass } = setUp()
  for (const key of ['a', 'b']) for (let n = 0; n < 3; n++) guess(key)
  expect([guess('a'), guess('b'), guess('c')]).toEqual([false, false, true])
  delays.succeeded('a')
  expect([guess('a'), guess('b')]).toEqual([true, false])
  pass(3_600_000)
  expect([guess('b'), guess('b'), guess('b'), guess('b')]).toEqual([true, true, true, false])
})
