import type { Position } from '@tradeloom/contracts'

/** Positions as they were known at a time: later ones are missing, and those that closed later are open. */
export function shownUntil(positions: readonly Position[], until: number): Position[] {
  return positions
    .filter(({ openTime }) => openTime < until)
    .map((position) =>
      position.closeTime === null || position.closeTime < until
        ? position
        : { ...position, status: 'OPEN', closeTime: null, closePrice: null, closeReason: null },
    )
}
