import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cleanError, cleanLog, cleanProgress, cleanReport, cleanResult } from './clean-outcome.ts'

const SOURCE = 'one\ntwo\r\nthree'

describe('a report of a runner', () => {
  it.each([
    [2, 3, { line: 2, column: 3 }],
    [3, 6, { line: 3, column: 6 }],
    [3, 7, { line: 3, column: 1 }],
    [1, 1e12, { line: 1, column: 1 }],
    [4, 1, {}],
    [99_999_999_999, 1, {}],
    [1.5, 1, {}],
    [0, 1, {}],
    [-1, -1, {}],
    ['1', 1, {}],
    [undefined, undefined, {}],
  ])('at line %s, column %s is at %j', (line, column, place) => {
    expect(cleanError({ message: 'x', line, column }, SOURCE)).toEqual({ message: 'x', ...place })
    const { line: known = null, column: there = null } = place as { line?: number; column?: number }
    const report = { findings: [{ message: 'x', line, column }], cautions: [{ line, column }] }
    expect(cleanReport(report, SOURCE)).toMatchObject({
      findings: [{ line: known, column: there }],
      cautions: [{ line: known }],
    })
  })

  it('has only text that can be stored', () => {
    expect(cleanError({ message: 'a\0\ud800' }, SOURCE)).toEqual({ message: 'a��' })
    expect(cleanError(null, SOURCE)).toEqual({ message: '' })
    expect(cleanReport({ findings: [null], reason: '\0' }, SOURCE)).toEqual({ findings: [null], reason: '�' })
  })

  it('has a log of valid lines', () => {
    const line = { time: 1, level: 'info', message: 'a\0' }
    const wrong = [null, 5, { ...line, time: Infinity }, { ...line, level: 'loud' }, { ...line, message: {} }]
    expect(cleanLog([line, ...wrong])).toEqual([{ time: 1, level: 'info', message: 'a�' }])
    expect(cleanLog({ length: 5 })).toEqual([])
  })

  it('has progress in finite numbers', () => {
    const live = { time: 'x', equity: Number.NaN, balance: 5 }
    expect(cleanProgress({ progress: Infinity, live } as never)).toEqual({
      progress: 0,
      live: { time: 0, equity: 0, balance: 5, openPositions: 0, closedPositions: 0 },
    })
  })

  it('has a result whose hash matches what is stored', () => {
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
    const fine = '{"log":["a\\nb 🍏","\\ud83c\\udf4f"],"x":1}'
    expect(cleanResult('{"x":"fine"}', hash('{"x":"fine"}'))).toMatchObject({ resultHash: hash('{"x":"fine"}') })
    expect(cleanResult(fine, 'no hash').result).toEqual({ log: ['a\nb 🍏', '🍏'], x: 1 })
    const bad = '{"a\\u0000":"\\u0000","log":["\\ud800"]}'
    const clean = cleanResult(bad, hash(bad))
    expect(clean.result).toEqual({ 'a�': '�', log: ['�'] })
    expect(clean.resultHash).toBe(hash('{"a�":"�","log":["�"]}'))
  })
})
