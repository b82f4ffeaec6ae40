import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

import { plainCopy } from './plain-copy.ts'

describe('a copy from another realm', () => {
  it('has the same values in objects of this realm', () => {
    const text = '({ a: [1, NaN, { b: null }], map: new Map([[1, { c: undefined }]]), set: new Set([2]), text: "x" })'
    const copy = plainCopy(runInNewContext(text) as { a: unknown[]; map: Map<number, unknown>; set: Set<number> })
    expect(copy).toStrictEqual({
      a: [1, NaN, { b: null }],
      map: new Map([[1, { c: undefined }]]),
      set: new Set([2]),
      text: 'x',
    })
    expect(copy.a).toBeInstanceOf(Array)
    expect(copy.map).toBeInstanceOf(Map)
  })

  it('calls no code of its source and keeps no reference to it', () => {
    let calls = 0
    const trap = () => void (calls += 1)
    const value: Record<string, unknown> = { fine: 1, call: trap, toJSON: trap, ['__proto__']: { polluted: true } }
    Object.defineProperty(value, 'asked', { get: trap, enumerable: true })
    value['self'] = value
    const copy = plainCopy(value)
    expect(calls).toBe(0)
    expect(copy['fine']).toBe(1)
    expect('asked' in copy || 'polluted' in copy).toBe(false)
    expect(copy['call']).toBeUndefined()
    expect(copy['self']).not.toBe(value)
  })
})
