import { decimalPlaces } from '../decimal-places.ts'

// Lot sizes and price steps are decimal fractions, which doubles hold inexactly: 0.3 / 0.1 is not 3. So multiples are
// counted in integers of the last decimal place of the step.

/** Whether a number, as it was typed, is a multiple of the step. Noise of earlier arithmetic does not pass. */
export function isMultiple(value: number, step: number): boolean {
  const { scale, size } = inUnits(step)
  const units = Math.round(value * scale)
  return units / scale === value && Math.round(units / size) * size === units
}

/** What a few sums and products leave, relative to the number. */
const NOISE = 64 * Number.EPSILON

/** The multiple of the step at a number, or the next one in a direction, without binary rounding noise. */
export function roundToStep(value: number, step: number, direction: 'up' | 'down' | 'nearest'): number {
  const { scale, size } = inUnits(step)
  const steps = (value * scale) / size
  const nearest = Math.round(steps)
  const isThere = direction === 'nearest' || Math.abs(steps - nearest) <= Math.max(1e-9, Math.abs(steps) * NOISE)
  const whole = isThere ? nearest : direction === 'up' ? Math.ceil(steps) : Math.floor(steps)
  return (whole * size) / scale + 0
}

function inUnits(step: number): { readonly scale: number; readonly size: number } {
  const scale = Number(`1e${decimalPlaces(step)}`)
  return { scale, size: Math.round(step * scale) }
}
