import { type AccountModel, type Direction, minus, over, plus, times } from '@tradeloom/domain'
import { isAll } from '../positions/is-all.ts'
import type { KeptPosition } from './close-externally.ts'
import type { StatedPosition } from './stated-position.ts'

interface NamedPosition extends KeptPosition {
  /** The venue's name for it. */
  readonly brokerId: string
}

/** What has happened to a position at its venue without an execution that says so. `quantity`: by how much. */
export type PositionDifference<Position> =
  | { readonly do: 'close'; readonly position: Position; readonly quantity: number }
  | { readonly do: 'grow'; readonly position: Position; readonly quantity: number; readonly stated: StatedPosition }
  | { readonly do: 'open'; readonly quantity: number; readonly stated: StatedPosition }

/**
 * In what the positions that a venue states differ from those in the books. At a netting account the sums of each market are
 * compared, because the venue has one position there; at a hedging account each trade by its name, or the sums of each
 * direction where the venue has one position for it. `kept`: the oldest first.
 */
export function comparePositions<Position extends NamedPosition>(
  model: Exclude<AccountModel, 'spot'>,
  stated: readonly StatedPosition[],
  kept: readonly Position[],
): readonly PositionDifference<Position>[] {
  const legOf = ({ instrumentId, direction }: StatedPosition | Position): string => `${instrumentId} ${direction}`
  const legs = new Set(stated.filter(({ isLeg }) => isLeg).map(legOf))
  const keyOf = (one: StatedPosition): string => {
    if (model === 'netting') return one.instrumentId
    return one.isLeg ? legOf(one) : one.id
  }
  const keyOfKept = (one: Position): string => {
    if (model === 'netting') return one.instrumentId
    return legs.has(legOf(one)) ? legOf(one) : one.brokerId
  }
  const [there, here] = [Map.groupBy(stated, keyOf), Map.groupBy(kept, keyOfKept)]
  return [...new Set([...there.keys(), ...here.keys()])].flatMap((key) =>
    differences(there.get(key)?.[0] ?? null, here.get(key) ?? []),
  )
}

/** What is missing is taken from what is open on the other side; the rest is more of what is open on its own side, or new. */
function differences<Position extends NamedPosition>(
  stated: StatedPosition | null,
  kept: readonly Position[],
): PositionDifference<Position>[] {
  const net = minus(stated ? signed(stated) : 0, plus(...kept.map(signed)))
  const direction = net > 0 ? 'LONG' : 'SHORT'
  let left = Math.abs(net)
  if (isAll(Math.max(stated?.quantity ?? 0, ...kept.map(({ quantity }) => quantity)), left)) return []
  const found: PositionDifference<Position>[] = []
  for (const position of kept.filter((one) => one.direction !== direction)) {
    const quantity = Math.min(left, position.quantity)
    if (!isAll(position.quantity, quantity)) found.push({ do: 'close', position, quantity })
    left = minus(left, quantity)
  }
  if (stated?.direction !== direction || isAll(stated.quantity, left)) return found
  const position = kept.find((one) => one.direction === direction)
  return [
    ...found,
    position ? { do: 'grow', position, quantity: left, stated } : { do: 'open', quantity: left, stated },
  ]
}

function signed({ direction, quantity }: { readonly direction: Direction; readonly quantity: number }): number {
  return direction === 'LONG' ? quantity : -quantity
}

/** A position that was made larger elsewhere. The venue's average is that of all of it. */
export function growExternally<Position extends KeptPosition>(
  position: Position,
  quantity: number,
  { openPrice }: StatedPosition,
): Position {
  const sum = plus(position.quantity, quantity)
  return { ...position, quantity: sum, openPrice, usedMargin: over(times(position.usedMargin, sum), position.quantity) }
}
