import {
  addDecimals,
  type Decimal,
  decimalText,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  type Rounding,
  roundDecimal,
  significantDigits,
} from './decimal.ts'

// Amounts and prices of live trading are numbers, and each stands for the decimal that it is printed as: 0.1 for one tenth,
// not for the double beside it. Any decimal of 15 significant digits has a number of its own. What is calculated here is the
// decimal result, exactly; one that no number stands for is rounded to 15 significant digits.

const DIGITS = 15
const MAX_UNITS = 10n ** BigInt(DIGITS)
/** Up to these, powers of ten are doubles, and one division rounds once. */
const EXACT_PLACES = 22

/** The number that stands for a decimal as it is written; NaN if it is none. */
export function parseExact(text: string, rounding: Rounding = 'nearest'): number {
  const decimal = parseDecimal(text)
  if (decimal === null) return NaN
  const number = Number(text)
  return rounding === 'nearest' && isPrinted(number, decimal) ? number : numberOf(decimal, rounding)
}

/** The decimal that a number stands for, without an exponent. */
export function exactText(value: number): string {
  return decimalText(decimalOf(value))
}

export function plus(...values: readonly number[]): number {
  return addExact(values, 'nearest')
}

/** The sum, rounded as wanted where no number stands for it. */
export function addExact(values: readonly number[], rounding: Rounding): number {
  if (!values.every(Number.isFinite)) return values.reduce((sum, value) => sum + value, 0)
  return numberOf(values.map(decimalOf).reduce(addDecimals, ZERO), rounding)
}

export function minus(a: number, ...others: readonly number[]): number {
  return plus(a, ...others.map((other) => -other))
}

export function times(...values: readonly number[]): number {
  if (!values.every(Number.isFinite)) return values.reduce((product, value) => product * value, 1)
  return numberOf(values.map(decimalOf).reduce(multiplyDecimals, ONE))
}

/** To 15 significant digits. */
export function over(a: number, b: number): number {
  if (b === 0 || !Number.isFinite(a) || !Number.isFinite(b)) return a / b
  const [dividend, divisor] = [decimalOf(a), decimalOf(b)]
  // Of the quotient, the digits before the point are at most one more than these.
  const before = significantDigits(dividend) - dividend.places - (significantDigits(divisor) - divisor.places)
  // Two more than are kept, and what is behind them: rounded twice would be rounded wrong.
  const places = Math.max(0, DIGITS + 2 - before)
  const quotient = divideDecimals(dividend, divisor, places, 'down')
  const isExact = sameDecimal(multiplyDecimals(quotient, divisor), dividend)
  return numberOf(isExact ? quotient : justAbove(quotient, a < 0 !== b < 0))
}

/** What a number stands for that was calculated with doubles: their noise is behind 15 significant digits. */
export function withoutNoise(value: number): number {
  return Number(value.toPrecision(DIGITS)) + 0
}

const ZERO: Decimal = { units: 0n, places: 0 }
const ONE: Decimal = { units: 1n, places: 0 }

function decimalOf(value: number): Decimal {
  if (Number.isSafeInteger(value)) return { units: BigInt(value), places: 0 }
  const decimal = parseDecimal(String(value))
  if (decimal === null) throw new RangeError(`${value} is no decimal number`)
  return decimal
}

function numberOf(decimal: Decimal, rounding: Rounding = 'nearest'): number {
  const { units, places } = decimal
  if (units < MAX_UNITS && -units < MAX_UNITS && places <= EXACT_PLACES) return Number(units) / Number(`1e${places}`)
  const number = Number(decimalText(decimal))
  if (!Number.isFinite(number) || sameDecimal(decimalOf(number), decimal)) return number
  return Number(decimalText(roundDecimal(decimal, places - (significantDigits(decimal) - DIGITS), rounding)))
}

/** Whether a program may have printed a number so: of those that tell it from others, not all print the shortest. */
function isPrinted(number: number, decimal: Decimal): boolean {
  return (
    Number.isFinite(number) &&
    [DIGITS + 1, DIGITS + 2].some((digits) => {
      const printed = parseDecimal(number.toPrecision(digits))
      return printed !== null && sameDecimal(printed, decimal)
    })
  )
}

function sameDecimal(a: Decimal, b: Decimal): boolean {
  return addDecimals(a, { ...b, units: -b.units }).units === 0n
}

/** A little further from zero, by less than any rounding minds. */
function justAbove({ units, places }: Decimal, isNegative: boolean): Decimal {
  return { units: units * 10n + (isNegative ? -1n : 1n), places: places + 1 }
}
