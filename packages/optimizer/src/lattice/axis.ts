import type { ExternalRange } from './external-range.ts'

/** The values of one external, by position. */
export interface Axis {
  readonly name: string
  readonly size: number
  readonly valueAt: (position: number) => number
}

/** Throws if the range contains no value. */
export function axisOf(range: ExternalRange): Axis {
  const { name } = range
  if (range.kind === 'fixed') return { name, size: 1, valueAt: () => range.value }
  const { start, end } = range
  if (![start, end, end - start].every(Number.isFinite)) throw new RangeError(`${name} has no finite range`)
  return range.kind === 'stepped' ? steppedAxis(range) : evenAxis(range)
}

function evenAxis({ name, start, end, count }: Extract<ExternalRange, { kind: 'evenly-spaced' }>): Axis {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`${name} has no count of values: ${count}`)
  const size = start === end ? 1 : count
  const valueAt = (k: number): number => {
    if (k === 0) return start
    return k === size - 1 ? end : Number((start + ((end - start) * k) / (size - 1)).toPrecision(DIGITS))
  }
  return { name, size, valueAt }
}

/** Without the noise of binary fractions: the third of ten values from 0.1 to 1 is 0.3, not 0.30000000000000004. */
const DIGITS = 12

/** Multiples of the step, each the closest number to its decimal: 0.3, not three times 0.1. */
function steppedAxis({ name, start, end, step, decimalPlaces }: Extract<ExternalRange, { kind: 'stepped' }>): Axis {
  if (!(step >= 0)) throw new RangeError(`${name} has no step of ${step}: it is a number above 0`)
  if (!Number.isInteger(decimalPlaces) || decimalPlaces < 0 || decimalPlaces > MAX_DECIMALS)
    throw new RangeError(
      `${name} has no ${decimalPlaces} decimal places: they are a whole number from 0 to ${MAX_DECIMALS}`,
    )
  const { numerator, denominator } = step === 0 ? { numerator: 1, denominator: 10 ** decimalPlaces } : fraction(step)
  const unit = numerator / denominator
  const first = Math.ceil(Math.min(start, end) / unit - TOLERANCE)
  const last = Math.floor(Math.max(start, end) / unit + TOLERANCE)
  const size = last - first + 1
  if (!(unit > 0) || !(size >= 1)) throw new RangeError(`${name} has no value between ${start} and ${end}`)
  return { name, size, valueAt: (k) => ((first + k) * numerator) / denominator }
}

const MAX_DECIMALS = 8

/** Rounding of a division, in steps: an end that is a multiple of the step belongs to the range. */
const TOLERANCE = 1e-9

function fraction(step: number): { numerator: number; denominator: number } {
  for (let places = 0; places <= 12; places++) {
    const denominator = 10 ** places
    const numerator = Math.round(step * denominator)
    if (numerator / denominator === step) return { numerator, denominator }
  }
  return { numerator: step, denominator: 1 }
}
