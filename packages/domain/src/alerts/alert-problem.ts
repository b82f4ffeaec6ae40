import type { AlertTerms } from './alert-terms.ts'

export interface AlertProblem {
  readonly field: 'direction' | 'against' | 'interval'
  readonly message: string
}

/** What of the terms of an alert does not fit together; null if all does. */
export function alertProblem({ value, direction, against, fires, interval }: AlertTerms): AlertProblem | null {
  const isLevel = typeof against === 'number'
  if (value.kind !== 'indicator' && isLevel && against <= 0)
    return { field: 'against', message: 'Please enter a number above 0' }
  if (value.kind === 'change') {
    if (direction === 'crosses') return { field: 'direction', message: 'A change in percent is above or below a value' }
    if (!isLevel) return { field: 'against', message: 'A change in percent is compared with a number' }
  }
  const needsBars = fires === 'bar-close' || value.kind === 'indicator' || !isLevel
  if (needsBars && interval === null) return { field: 'interval', message: 'Please choose an interval' }
  if (!needsBars && interval !== null)
    return { field: 'interval', message: 'Only indicators and bar closes have an interval' }
  return null
}
