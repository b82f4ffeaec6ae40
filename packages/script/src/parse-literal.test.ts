import { describe, expect, it } from 'vitest'
import { literalProblem, parseLiteral } from './parse-literal.ts'

describe('a parameter that a user typed', () => {
  it.each([
    ['14', 14],
    [' -2.5e3 ', -2500],
    ['.5', 0.5],
    [`'close'`, 'close'],
    ['"a\\tb"', 'a\tb'],
    ['`plain`', 'plain'],
    ['true', true],
    ['null', null],
    ['[1, [2, "x"]]', [1, [2, 'x']]],
    ['0x1f', 31],
    ['5 // five', 5],
  ])('is read as a literal: %s', (typed, value) => {
    expect(parseLiteral(typed)).toEqual(value)
  })

  it('is null when nothing was typed', () => {
    expect(parseLiteral('')).toBeNull()
    expect(parseLiteral('  ')).toBeNull()
  })

  it.each([
    'close',
    '1 2',
    '1;',
    '2 + 3',
    '[a]',
    '{',
    '"open',
    '10n',
    '/x/',
    '`${1}`',
    'undefined',
    '1, 2',
    '. 5',
    '[',
  ])('is refused unless it is a literal: %s', (typed) => {
    expect(parseLiteral(typed)).toBeUndefined()
  })

  it('is named in the message when it cannot be read', () => {
    expect(literalProblem(' abc ')).toBe('Could not parse abc. Must use valid JavaScript literal notation')
  })
})
