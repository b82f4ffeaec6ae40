import { type AccountModel, isDust, type ListedInstrument, minus, roundToStep } from '@tradeloom/domain'
import type { ClosablePosition } from '../intents/closing-order.ts'
import type { StatedPosition } from '../reconcile/stated-position.ts'

/** What is to be closed, by the id that names its orders: that of the position in the books where there is one. */
export interface FlattenTarget extends ClosablePosition {
  readonly id: string
  readonly quantity: number
}

export interface FlattenFacts<Position> {
  /** What is open in the books, with executions that are not in them yet. */
  readonly kept: readonly Position[]
  /** What the venue has open; nothing at spot markets. */
  readonly stated: readonly StatedPosition[]
  /** Coins of the account, by currency. */
  readonly coins: ReadonlyMap<string, number>
  readonly listing: (instrumentId: string) => ListedInstrument | null
  /** The newest prices; null where there is none. */
  readonly bid: (instrumentId: string) => number | null
}

/**
 * What has to be closed for an account to be flat, by its model. A spot account sells what was bought here and is still
 * there: other coins are the user's own. The positions of a margin account stand for each other, so all that its venue has
 * open are closed, wherever they were opened: one in each market, or trade by trade. What is not in the books is named by the
 * venue.
 */
export function planFlatten<Position extends FlattenTarget>(
  model: AccountModel,
  facts: FlattenFacts<Position>,
): readonly FlattenTarget[] {
  if (model === 'spot') return sellable(facts)
  return facts.stated.map(({ id: brokerId, instrumentId, direction, quantity, isLeg }) => {
    const isSame = (one: Position): boolean =>
      one.instrumentId === instrumentId &&
      (model === 'hedging' && !isLeg ? one.brokerId === brokerId : one.direction === direction)
    return { id: facts.kept.find(isSame)?.id ?? `venue ${brokerId}`, brokerId, instrumentId, direction, quantity }
  })
}

/** Less than the smallest order stays, and so does what is not there. */
function sellable<Position extends FlattenTarget>({
  kept,
  coins,
  listing,
  bid,
}: FlattenFacts<Position>): FlattenTarget[] {
  const left = new Map(coins)
  return kept.flatMap((position) => {
    const listed = listing(position.instrumentId)
    if (!listed) return []
    const there = left.get(listed.dealt) ?? 0
    const quantity = roundToStep(Math.min(position.quantity, there), listed.lotSize, 'down')
    left.set(listed.dealt, minus(there, quantity))
    return isDust(quantity, bid(position.instrumentId) ?? Infinity, listed) ? [] : [{ ...position, quantity }]
  })
}
