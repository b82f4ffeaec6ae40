import { UserError } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'
import { type BacktestOptions, parseBacktestOptions } from './parse-backtest-options.ts'

const PLAIN = { script: 'a.js', interval: 'M15', resolution: 'minute', balance: '10000', seed: '1' } as const

describe('options of a run on the terminal', () => {
  it('are read', () => {
    const options = { ...PLAIN, from: '2024-02-29', to: '2024-02-29', set: ['a=1', 'b=-2'], currency: 'eur' }
    expect(parseBacktestOptions(options)).toMatchObject({
      from: Date.UTC(2024, 1, 29),
      to: Date.UTC(2024, 2, 1),
      externals: { a: 1, b: -2 },
      accountCurrency: 'EUR',
      seed: 1,
    })
  })

  it.each<[Partial<BacktestOptions>, RegExp]>([
    [{ from: '2024-02-30' }, /--from 2024-02-30 is not a time/],
    [{ to: '2023-02-29T10:00Z' }, /--to 2023-02-29T10:00Z is not a time/],
    [{ from: '2024-02-01T24:30' }, /is not a time/],
    [{ seed: '' }, /--seed {2}is not a whole number/],
    [{ seed: '1.5' }, /--seed 1.5 is not a whole number/],
    [{ balance: '1e300' }, /--balance 1e300 is not a number from 0.01 to 1000000000000/],
    [{ spread: '1e9' }, /--spread 1e9 must be a number from 0 to 1,000/],
    [{ set: ['fast=6', 'fast=7'] }, /--set fast is repeated/],
  ])('are refused: %j', (options, message) => {
    const parse = () => parseBacktestOptions({ ...PLAIN, ...options })
    expect(parse).toThrow(UserError)
    expect(parse).toThrow(message)
  })
})
