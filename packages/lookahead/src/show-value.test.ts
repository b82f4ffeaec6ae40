import { describe, expect, it } from 'vitest'

import { showValue } from './show-value.ts'

describe('a value that a script has read', () => {
  it.each<[unknown, string]>([
    [1.09078, '1.09078'],
    [0.1 + 0.2, '0.3'],
    [
      { time: 1, open: 1.1, high: 1.2, low: 1, close: 1.15, volume: 7, spread: 0.00008000000000000001 },
      'open 1.1, high 1.2, low 1, close 1.15',
    ],
    [{ macd: 0.5, signal: 1 / 3 }, 'macd 0.5, signal 0.33333333'],
    [null, 'null'],
    [undefined, 'undefined'],
    ['x', '"x"'],
  ])('is shown in readable form: %j', (value, text) => {
    expect(showValue(value)).toBe(text)
  })
})
