export interface FlattenedOrder {
  readonly id: string
  readonly instrumentId: string
  /** Whether a cancellation is under way. */
  readonly isCanceling: boolean
}

export interface FlattenedPosition {
  readonly id: string
  readonly instrumentId: string
  /** Whether a closing order is under way: a second one could open the opposite position. */
  readonly isClosing: boolean
}

/** What the venue holds for an account that is being closed down. Times are UTC milliseconds. */
export interface FlattenedAccount {
  readonly now: number
  readonly orders: readonly FlattenedOrder[]
  readonly positions: readonly FlattenedPosition[]
  /** Until then a request sent earlier may still arrive; null if every request was answered. */
  readonly fenceAt: number | null
}

export interface FlattenStep {
  /** Ids of orders to cancel now. */
  readonly cancel: readonly string[]
  /** Ids of positions to close now, reduce-only. */
  readonly close: readonly string[]
  /** Nothing is left, and nothing can come any more. */
  readonly isFlat: boolean
}

/**
 * What to do next to close an account down, from what the venue holds alone: a guardian that was killed in between goes
 * on from there. A position is closed once no order of its instrument is left, because orders tie up what is to be sold.
 */
export function nextFlattenStep({ now, orders, positions, fenceAt }: FlattenedAccount): FlattenStep {
  const ordered = new Set(orders.map(({ instrumentId }) => instrumentId))
  const closable = positions.filter(({ instrumentId, isClosing }) => !isClosing && !ordered.has(instrumentId))
  return {
    cancel: orders.filter(({ isCanceling }) => !isCanceling).map(({ id }) => id),
    close: closable.map(({ id }) => id),
    isFlat: orders.length === 0 && positions.length === 0 && (fenceAt === null || now > fenceAt),
  }
}
