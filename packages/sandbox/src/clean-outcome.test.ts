import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CompactResult } from '@tradeloom/engine'
import { cleanError, cleanLog, cleanProgress, cleanReport, cleanResult } from './clean-outcome.ts'
import { compactResult, SPEC, written } from './written-result.fixture.ts'

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

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
      live: {
        time: 0,
        bid: null,
        ask: null,
        equity: 0,
        balance: 5,
        openPositions: 0,
        closedPositions: 0,
        positions: [],
      },
    })
  })

  it('has at most seventy positions in progress, whose values are those of positions', () => {
    const fine = {
      id: 3,
      instrumentId: 'EURUSD:SIM',
      direction: 'LONG',
      quantity: 1000,
      openTime: 5,
      openPrice: 1.1,
      closeTime: null,
      closePrice: null,
      stopLoss: 1.05,
      takeProfit: null,
      trailingStop: null,
      profit: 2,
      pips: 1,
      commission: 0,
      swapCost: 0,
      fundingCost: 0,
      status: 'OPEN',
      closeReason: null,
      tag: 'a',
    }
    const wrong = [
      null,
      { ...fine, id: 0.5 },
      { ...fine, direction: 'UP' },
      { ...fine, openPrice: null },
      { ...fine, stopLoss: '1' },
      { ...fine, closeReason: 'boredom' },
      { ...fine, instrumentId: {} },
    ]
    const of = (positions: unknown) => cleanProgress({ progress: 0, live: { positions } } as never).live.positions
    expect(of([...wrong, { ...fine, tag: 'a\0', extra: 'x' }])).toEqual([{ ...fine, tag: 'a�' }])
    expect(of(Array.from({ length: 100 }, (_, at) => ({ ...fine, id: at + 1 })))).toHaveLength(70)
    expect(of({ length: 3 })).toEqual([])
  })

  it('has a result whose hash matches what is stored', () => {
    const fine = written({})
    const emoji = written({ log: [{ time: 1, level: 'info', message: 'a\nb 🍏' }] })
    expect(cleanResult(fine, hash(fine), SPEC)).toMatchObject({ resultHash: hash(fine), bytes: fine })
    expect(cleanResult(emoji, 'no hash', SPEC)).toMatchObject({
      resultHash: hash(emoji),
      result: { log: [{ message: 'a\nb 🍏' }] },
    })
    const bad = written({ warnings: ['\0'], log: [{ time: 1, level: 'info', message: '\ud800' }] })
    const clean = cleanResult(bad, hash(bad), SPEC)
    expect(clean.result).toMatchObject({ warnings: ['�'], log: [{ message: '�' }] })
    expect(clean.resultHash).toBe(hash(clean.bytes))
    expect(clean.bytes).toEqual(written({ warnings: ['�'], log: [{ time: 1, level: 'info', message: '�' }] }))
  })
})

describe('bytes of a runner that are not a result of its run', () => {
  const head = (bytes: Buffer, from: string, to: string): Buffer =>
    Buffer.from(bytes.toString('latin1').replace(from, to.padEnd(from.length)), 'latin1')

  it('are accepted if nothing is wrong', () => {
    const { result } = cleanResult(written({}), '', SPEC)
    expect(result).toEqual(compactResult())
    expect(result.statistics).toMatchObject({ positionCount: 3, openPositions: 1 })
  })

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['zeros', (bytes) => Buffer.alloc(bytes.length)],
    ['a beginning', (bytes) => bytes.subarray(0, bytes.length - 8)],
    ['more than a result', (bytes) => Buffer.concat([bytes, Buffer.alloc(8)])],
    ['a table that claims more rows', (bytes) => head(bytes, '"rows":3,', '"rows":9,')],
    ['a table of negative length', (bytes) => head(bytes, '"rows":3,', '"rows":-1')],
    ['another column', (bytes) => head(bytes, '"takeProfit"', '"takeProfix"')],
    ['another form', (bytes) => head(bytes, '"steps"]', '"stops"]')],
  ])('are rejected: %s', (_, change) => {
    expect(() => cleanResult(change(written({})), '', SPEC)).toThrow()
  })

  const { basis, statistics } = compactResult()
  it.each<[string, Partial<Record<keyof CompactResult, unknown>>]>([
    ['a period that began before the run', { basis: { ...basis, start: -1e15 } }],
    ['a period that ended after the run', { basis: { ...basis, end: 1e15 } }],
    ['other trading hours', { basis: { ...basis, calendar: 'always' } }],
    ['holidays of its own', { basis: { ...basis, closures: [{ from: 0, to: 1 }] } }],
    ['an instrument of its own', { instrumentIds: ['<b>:TEST'] }],
    ['statistics that are not numbers', { statistics: { ...statistics, profit: '1e9' } }],
    ['a warning that is not text', { warnings: [{}] }],
    ['a log line of an unknown kind', { log: [{ time: 1, level: 'loud', message: '' }] }],
  ])('are rejected: %s', (_, changes) => {
    expect(() => cleanResult(written(changes as Partial<CompactResult>), '', SPEC)).toThrow(TypeError)
  })
})
