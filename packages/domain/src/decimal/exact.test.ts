import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addExact, exactText, minus, over, parseExact, plus, times, withoutNoise } from './exact.ts'

/** A fraction of two whole numbers: slow, and exact without any care. */
interface Fraction {
  readonly n: bigint
  readonly d: bigint
}

/** The value that the text of a number states. */
function fractionOf(value: number): Fraction {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const [whole = '', places = ''] = digits.split('.')
  const power = Number(exponent) - places.length
  const n = BigInt(whole + places)
  return power < 0 ? { n, d: 10n ** BigInt(-power) } : { n: n * 10n ** BigInt(power), d: 1n }
}

/** Of 15 significant digits, at sizes of prices, coins and balances. */
const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, places]) => Number(`${units}e-${places}`))
const smallAmount = fc
  .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 8 }))
  .map(([units, places]) => Number(`${units}e-${places}`))

/** Fails unless a number is a fraction, or as near to it as 15 significant digits allow. */
function expectNearest(value: number, { n, d }: Fraction): void {
  const found = fractionOf(value)
  const off = abs(found.n * d - n * found.d)
  if (off === 0n) return
  expect(value, 'rounded to 15 significant digits').toBe(Number(value.toPrecision(15)))
  // Half a unit of the last digit: |found - n / d| <= 10^(exponent - 14) / 2.
  const unit = fractionOf(Number(`1e${Number(value.toExponential().split('e')[1]) - 14}`))
  expect(2n * off * unit.d <= unit.n * found.d * abs(d)).toBe(true)
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value
}

describe('plus, minus, times and over', () => {
  it('are what is written: a tenth and two tenths are three tenths', () => {
    expect([plus(0.1, 0.2), plus(0.1, 0.05), minus(0.3, 0.1), times(0.07, 3), times(1.1, 1.1)]).toEqual([
      0.3, 0.15, 0.2, 0.21, 1.21,
    ])
    expect([over(0.3, 0.1), over(1, 3), over(2, -3), over(1, 7)]).toEqual([
      3, 0.333333333333333, -0.666666666666667, 0.142857142857143,
    ])
  })

  it('have as many operands as needed', () => {
    expect([plus(), plus(0.1, 0.2, 0.3), minus(1, 0.1, 0.2), times(), times(0.1, 0.2, 0.3)]).toEqual([
      0, 0.6, 0.7, 1, 0.006,
    ])
  })

  it('equal fractions, or are as near as 15 digits allow', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [x, y] = [fractionOf(a), fractionOf(b)]
        expectNearest(plus(a, b), { n: x.n * y.d + y.n * x.d, d: x.d * y.d })
        expectNearest(minus(a, b), { n: x.n * y.d - y.n * x.d, d: x.d * y.d })
        expectNearest(times(a, b), { n: x.n * y.n, d: x.d * y.d })
        if (b !== 0) expectNearest(over(a, b), { n: x.n * y.d, d: x.d * y.n })
      }),
      { numRuns: 2000 },
    )
  })

  it('round a sum that no number stands for as it is wanted', () => {
    const values = [99_999_999_999.9999, 0.000_06]
    expect([addExact(values, 'down'), addExact(values, 'up')]).toEqual([99_999_999_999.9999, 100_000_000_000])
  })

  it('undo each other where the digits suffice', () => {
    fc.assert(
      fc.property(smallAmount, smallAmount, (a, b) => {
        expect(minus(plus(a, b), b)).toBe(a + 0)
        if (b !== 0) expect(over(times(a, b), b)).toBe(a + 0)
      }),
    )
  })

  it('never know more than numbers do', () => {
    expect([plus(NaN, 1), minus(1, NaN), times(Infinity, 2), over(1, 0), over(0, 0)]).toEqual([
      NaN,
      NaN,
      Infinity,
      Infinity,
      NaN,
    ])
    expect(times(1e200, 1e200)).toBe(Infinity)
    expect(Object.is(times(-0, 5), 0)).toBe(true)
  })
})

describe('parseExact', () => {
  it.each([
    ['0.00100000', 0.001],
    ['-12.50', -12.5],
    ['1e-8', 1e-8],
    ['1.5E+3', 1500],
    ['61837.', 61_837],
    ['+0', 0],
    ['5e-324', 5e-324],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['9007199254740993', 9_007_199_254_740_990],
    // As PostgreSQL prints doubles that JavaScript prints shorter.
    ['23516642935010552', 23_516_642_935_010_550],
    ['9.999999999999999e+22', 1e23],
  ])('reads %s', (text, value) => {
    expect(parseExact(text)).toBe(value)
  })

  it.each(['', ' 1', '1 ', '1,5', '.5', '0x10', 'NaN', 'Infinity', '--1', '1e', '1e9999', '1e401', '1'.repeat(1001)])(
    'does not read "%s"',
    (text) => {
      expect(parseExact(text)).toBeNaN()
    },
  )

  it('keeps every number that exists: printed and read, it is itself', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseExact(String(value))).toBe(value + 0)
        expect(parseExact(String(value), 'down')).toBe(value + 0)
        expect(parseDigits(exactText(value))).toBe(value + 0)
      }),
    )
  })

  it('rounds what no number stands for to 15 digits: never more than it states, if asked to', () => {
    expect(parseExact('0.123456789012345678', 'down')).toBe(0.123456789012345)
    expect(parseExact('0.123456789012345678', 'up')).toBe(0.123456789012346)
    expect(parseExact('-99999999999.99999999', 'down')).toBe(-99_999_999_999.9999)
    expect(parseExact('99999999999.99999999')).toBe(100_000_000_000)
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 30 }), (units, places) => {
        const found = fractionOf(parseExact(`${units}e-${places}`, 'down'))
        const d = 10n ** BigInt(places)
        expect(found.n * d <= units * found.d).toBe(true)
      }),
    )
  })
})

describe('withoutNoise', () => {
  it('is the decimal that a calculation with doubles meant', () => {
    expect([0.1 + 0.05, 0.7 + 0.1, 1.1 * 1.1, 6.0001 + 1e-15, -(0.1 + 0.2)].map(withoutNoise)).toEqual([
      0.15, 0.8, 1.21, 6.0001, -0.3,
    ])
    expect([0, -0, 1e-9, 123_456_789.12, Infinity, NaN].map(withoutNoise)).toEqual([
      0,
      0,
      1e-9,
      123_456_789.12,
      Infinity,
      NaN,
    ])
  })

  it('leaves what calculates exactly as it is', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(withoutNoise(value)).toBe(value + 0)
      }),
    )
  })
})

/** Without an exponent. */
function parseDigits(text: string): number {
  expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/)
  return Number(text)
}
