export type SortValue = number | string | null

/** Ascending or descending; null comes last in both directions. */
export function compareValues(left: SortValue, right: SortValue, isDescending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  const ascending =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : String(left).localeCompare(String(right), 'en', { numeric: true })
  return isDescending ? -ascending : ascending
}
