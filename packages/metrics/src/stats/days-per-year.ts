import type { AnyInput } from '../metric-input.ts'

/** Days of the grid in a year: Monday to Friday, or all days as soon as one instrument trades on weekends. */
export function daysPerYear(calendar: AnyInput['calendar']): 260 | 365 {
  return calendar === 'always' ? 365 : 260
}
