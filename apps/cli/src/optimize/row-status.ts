import type { MarkedRow } from './marked-row.ts'

/** What is to be known of a row beside its numbers. */
export function rowStatus({ status, isFeasible, violation, isOnFront, duplicateOf }: MarkedRow): string {
  if (status === 'Errored') return status
  const same = duplicateOf === null ? '' : `, same as ${duplicateOf}`
  if (!isFeasible) return `Infeasible${violation === null ? '' : ` by ${Number(violation.toPrecision(3))}`}${same}`
  return `${isOnFront ? 'On front' : status}${same}`
}
