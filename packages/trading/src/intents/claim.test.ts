import { describe, expect, it } from 'vitest'
import { type ClaimCircumstances, claimProblem, isFrozen } from './claim.ts'

const fine: ClaimCircumstances = {
  writtenAt: 10_000,
  now: 10_000,
  level: 'ACTIVE',
  isHeld: false,
  isUnguarded: false,
  isOpening: true,
  isClosing: false,
  isCanceling: false,
  isSessionOver: false,
  isShareOver: false,
  marketProblem: null,
}
const closing = { ...fine, isOpening: false, isClosing: true }
const problemOf = (changes: Partial<ClaimCircumstances>) => claimProblem({ ...fine, ...changes })

describe('what was written', () => {
  it('is sent while it is fresh, and not when it waited for more than five seconds', () => {
    expect([problemOf({}), problemOf({ now: 15_000 })]).toEqual([null, null])
    expect(problemOf({ now: 15_001 })).toBe('it waited for more than 5 s')
    expect(claimProblem({ ...closing, now: 15_001 })).toBe('it waited for more than 5 s')
  })

  it('opens nothing at a raised level or without a guardian, and still closes', () => {
    for (const level of ['NO_NEW', 'REDUCE'] as const) {
      expect(problemOf({ level })).toBe(`the account accepts no new positions (${level})`)
      expect(claimProblem({ ...closing, level })).toBe(null)
    }
    expect(problemOf({ isUnguarded: true })).toBe('the guardian of the account does not answer')
    expect(claimProblem({ ...closing, isUnguarded: true })).toBe(null)
  })

  it('only closes while its account is closed down, and not even that where the guardian does it itself', () => {
    expect(problemOf({ level: 'FLATTEN' })).toBe('the account is being closed down')
    expect(claimProblem({ ...closing, isClosing: false, level: 'FLATTEN' })).toBe('the account is being closed down')
    expect(claimProblem({ ...closing, level: 'FLATTEN' })).toBe(null)
    expect(claimProblem({ ...closing, isHeld: true })).toBe('the account is being closed down')
  })

  it('is not sent once its session has ended', () => {
    for (const one of [fine, closing])
      expect(claimProblem({ ...one, isSessionOver: true })).toBe('its session has ended')
  })

  it('closes and cancels, and does nothing else, once its person may no longer trade', () => {
    const refused = 'the account is no longer shared with the person who placed it'
    expect(problemOf({ isShareOver: true })).toBe(refused)
    expect(claimProblem({ ...closing, isClosing: false, isShareOver: true })).toBe(refused)
    expect(claimProblem({ ...closing, isShareOver: true })).toBe(null)
  })

  it('is not sent into a market of somebody else', () => {
    expect(problemOf({ marketProblem: 'a session trades it' })).toBe('a session trades it')
  })
})

it('a process that was frozen for more than a second before the first byte sends nothing', () => {
  expect([isFrozen(1_000, 2_000), isFrozen(1_000, 2_001)]).toEqual([false, true])
})
