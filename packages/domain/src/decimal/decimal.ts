/** A decimal number, exactly: `units` of the last of its decimal places. */
export interface Decimal {
  readonly units: bigint
  /** Never negative. */
  readonly places: number
}

/** `down` and `up`: toward zero and away from it. `nearest`: halves away from zero. */
export type Rounding = 'down' | 'nearest' | 'up'

/** No double is printed longer, and no sum of two. */
const MAX_LENGTH = 1000
/** Beyond those of all doubles. */
const MAX_EXPONENT = 400
const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/** What a text such as `-0.150`, `1e-8` or `61837.` states, digit by digit; null if it is no decimal number. */
export function parseDecimal(text: string): Decimal | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = (text.length <= MAX_LENGTH && DECIMAL.exec(text)) || []
  const shift = Number(exponent)
  if (whole === '' || Math.abs(shift) > MAX_EXPONENT) return null
  const size = BigInt(whole + fraction)
  const places = fraction.length - shift
  const units = sign === '-' ? -size : size
  return places < 0 ? { units: units * tenTo(-places), places: 0 } : { units, places }
}

/** Digits without an exponent and without zeros that say nothing. */
export function decimalText({ units, places }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places)
  return { units: unitsAt(a, places) + unitsAt(b, places), places }
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, places: a.places + b.places }
}

/** The quotient, rounded to decimal places. */
export function divideDecimals(a: Decimal, b: Decimal, places: number, rounding: Rounding): Decimal {
  const shift = places + b.places - a.places
  const [up, down] = shift < 0 ? [1n, tenTo(-shift)] : [tenTo(shift), 1n]
  return { units: divideUnits(a.units * up, b.units * down, rounding), places }
}

/** Negative places round before the point. */
export function roundDecimal(value: Decimal, places: number, rounding: Rounding): Decimal {
  if (places >= value.places) return value
  const units = divideUnits(value.units, tenTo(value.places - places), rounding)
  return places < 0 ? { units: units * tenTo(-places), places: 0 } : { units, places }
}

/** Digits before and after the point, from the first one that is not 0. */
export function significantDigits({ units }: Decimal): number {
  return (units < 0n ? -units : units).toString().length
}

function unitsAt({ units, places }: Decimal, wanted: number): bigint {
  return units * tenTo(wanted - places)
}

function tenTo(power: number): bigint {
  return 10n ** BigInt(power)
}

function divideUnits(a: bigint, b: bigint, rounding: Rounding): bigint {
  const [size, divisor] = [a < 0n ? -a : a, b < 0n ? -b : b]
  const [whole, rest] = [size / divisor, size % divisor]
  const isMore = rounding === 'up' ? rest > 0n : rounding === 'nearest' && rest * 2n >= divisor
  const rounded = isMore ? whole + 1n : whole
  return a < 0n === b < 0n ? rounded : -rounded
}
