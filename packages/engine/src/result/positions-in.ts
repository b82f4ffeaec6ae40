import type { CompactResult } from './compact-result.ts'

/** When the positions in one instrument of a run were opened and closed (NaN while open), and what each earned. */
export function positionsIn({ positions, instrumentIds }: CompactResult, id: string) {
  const { openTime, closeTime, profit, instrument } = positions
  const place = instrumentIds.indexOf(id)
  const isIn = (_: number, row: number): boolean => instrument[row] === place
  return { openTime: openTime.filter(isIn), closeTime: closeTime.filter(isIn), profit: profit.filter(isIn) }
}
