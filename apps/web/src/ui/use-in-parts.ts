import { useDeferredValue } from 'react'

/**
 * What a large page is drawn from, a moment later than it arrives: React then draws the page in parts, between which it takes
 * clicks and keys. Answers of the server alone are drawn in one go. Undefined until the page of this very row can be drawn.
 */
export function useInParts<Row extends { readonly id: string }>(row: Row | undefined): Row | undefined {
  const shown = useDeferredValue(row)
  return shown?.id === row?.id ? shown : undefined
}
