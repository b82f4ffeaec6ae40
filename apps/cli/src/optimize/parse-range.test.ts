import { axisOf } from '@tradeloom/optimizer'
import { describe, expect, it } from 'vitest'
import { parseRange } from './parse-range.ts'
import { rangeHelp } from './range-help.ts'
import { rangeNotes } from './range-notes.ts'

function valuesOf(text: string): number[] {
  const { size, valueAt } = axisOf(parseRange(text))
  return Array.from({ length: size }, (_, k) => valueAt(k))
}

describe('--range', () => {
  it.each([
    ['x=1:2:5', [1, 1.25, 1.5, 1.75, 2]],
    [' x = 2 : 1 : 3 ', [2, 1.5, 1]],
    ['x=4:9:1', [4]],
    ['x=7:31:step=10', [10, 20, 30]],
    ['x=5:6:step=0.5', [5, 5.5, 6]],
    ['x=31:7:step=10', [10, 20, 30]],
    ['x=-0.15:0.2:decimals=1', [-0.1, 0, 0.1, 0.2]],
    ['x=1.5:3:decimals=0', [2, 3]],
  ])('%s has the values %j', (text, values) => {
    expect(valuesOf(text)).toEqual(values)
  })

  it.each([
    ['x= :8:2', /is not name=from:to:count, name=from:to:step=S or name=from:to:decimals=N/],
    ['x=1:8:step=', /is not name=from:to:count/],
    ['x=1:8:step=0', /the step must be a number above 0/],
    ['x=1:8:2.5', /the count of values must be a whole number of at least 1/],
    ['x=1:8:0', /the count of values must be a whole number of at least 1/],
    ['x=11:19:step=10', /x has no value between 11 and 19/],
    ['x=1:8:decimals=9', /they are a whole number from 0 to 8/],
    ['x=0:1e300:step=1', /more than 1,000,000 values/],
  ])('%s is refused', (text, message) => {
    expect(() => parseRange(text)).toThrow(message)
  })

  it('is explained by examples with the values that they try', () => {
    const examples = [...rangeHelp().matchAll(/^ {2}(\w+=\S+) .*:\n +(.+)$/gm)]
    expect(examples.map(([, , values]) => values)).toEqual(['10, 20, 30, 40, 50', '10, 20, 30', '0.9, 1, 1.1, 1.2'])
    for (const [, range = '', values] of examples) expect(valuesOf(range).join(', ')).toBe(values)
  })

  it('is remarked on if its ends are not tried', () => {
    const notes = ['x=7:30:step=10', 'x=10:30:step=10', 'x=30:10:step=10', 'x=1:2:4', 'x=0.05:0.2:decimals=1']
    expect(rangeNotes(notes.map(parseRange))).toEqual([
      'Note: --range x tries multiples of 10 between 7 and 30: 10 to 30\n',
      'Note: --range x tries numbers with 1 decimal place between 0.05 and 0.2: 0.1 to 0.2\n',
    ])
  })
})
