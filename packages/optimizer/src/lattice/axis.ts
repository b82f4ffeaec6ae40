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
  return { name, size, valueAt: (k) => (size === 1 ? start : start + ((end - start) * k) / (size - 1)) }
}

/** Multiples of the step, each the closest number to its decimal: 0.3, not three times 0.1. */
function steppedAxis({ name, start, end, step, decimalPlaces }: Extract<ExternalRange, { kind: 'stepped' }>): Axis {
  const { numerator, denominator } = step === 0 ? { numerator: 1, denominator: 10 ** decimalPlaces } : fraction(step)
  const unit = numerator / denominator
  const first = Math.ceil(Math.min(start, end) / unit - TOLERANCE)
  const last = Math.floor(Math.max(start, end) / unit + TOLERANCE)
  const size = last - first + 1
  if (!(unit > 0) || !(size >= 1)) throw new RangeError(`${name} has no value between ${start} and ${end}`)
  return { name, size, valueAt: (k) => ((first + k) * numerator) / denominator }
}

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
