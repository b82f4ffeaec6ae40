import { describe, expect, it } from 'vitest'
import { isExhaustion } from './is-exhaustion.ts'

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

function dive(): number {
  return dive() + 1
}

describe('an error that depends on the machine', () => {
  it.each([
    ['calls without end', dive],
    ['more arguments than the stack takes', () => Math.max(...Array.from({ length: 2_000_000 }, () => 1))],
    ['a regular expression that is too large', () => new RegExp('[a-z]'.repeat(1e6)).test('a')],
    ['a buffer that is too large', () => new ArrayBuffer(2 ** 52)],
  ])('comes from %s', (_, work) => {
    expect(isExhaustion(thrownBy(work))).toBe(true)
  })

  it.each([
    ['a negative length', () => Reflect.construct(Array, [-1])],
    ['a text that is too long', () => 'x'.repeat(2 ** 30)],
    ['too many digits', () => (1).toFixed(200)],
    ['a number that is too large', () => 2n ** (2n ** 31n)],
    ['a wrong regular expression', () => new RegExp('('.repeat(2))],
    ['a missing member', () => (null as unknown as { a: number }).a],
    ['the same text without an error', () => ({ message: 'Maximum call stack size exceeded' })],
    ['nothing', () => undefined],
  ])('does not come from %s', (_, work) => {
    expect(isExhaustion(thrownBy(work))).toBe(false)
  })

  it('is recognized without running code of what was thrown', () => {
    const error = new Error('plain')
    const fail = () => expect.unreachable()
    Object.defineProperty(error, 'message', { get: fail })
    expect(isExhaustion(error)).toBe(false)
    expect(isExhaustion(new Proxy(new Error('plain'), { get: fail, getOwnPropertyDescriptor: fail }))).toBe(false)
  })
})
