import { type AccountModel, type Direction, minus, over, plus, type Side, times } from '@tradeloom/domain'
import { isAll } from './is-all.ts'

/** What a fill needs of a position that is open. */
export interface HeldPosition {
  readonly id: string
  readonly instrumentId: string
  readonly direction: Direction
  readonly quantity: number
  readonly openPrice: number
}

export interface HoldingAccount<Position> {
  readonly model: AccountModel
  /** Open ones that the fill may concern, the likeliest first. */
  readonly positions: readonly Position[]
}

export interface AppliedFill {
  readonly instrumentId: string
  readonly side: Side
  readonly quantity: number
  /** What a buyer got of it, if the fee was taken in coins. */
  readonly received?: number
  readonly price: number
  /** In the currency of the account. */
  readonly fee: number
  /** The smallest quantity that can be traded. */
  readonly lotSize: number
  /** The position that it adds to or closes; null if its order names none. */
  readonly positionId: string | null
  /** Of a hedging account with one position in each direction: the one that it opens, adds to or closes. */
  readonly leg?: Direction
  /** At a netting account, and on a leg: its order adds to no position that it does not name. */
  readonly opensOwn?: boolean
}

/** What a fill does to one position. `fee`: its share of the fee of the fill. */
export type FillEffect<Position> =
  | { readonly do: 'open'; readonly direction: Direction; readonly quantity: number; readonly fee: number }
  | {
      readonly do: 'add'
      readonly position: Position
      readonly added: number
      readonly quantity: number
      /** Of the whole position now. */
      readonly openPrice: number
      readonly fee: number
    }
  | {
      readonly do: 'reduce'
      readonly position: Position
      readonly closed: number
      readonly left: number
      /** Nothing that can be traded is left. */
      readonly isWhole: boolean
      /** Of the move of the price, in quote currency. */
      readonly profit: number
      readonly fee: number
    }

/**
 * What a fill does to the positions of an account. What a spot account sells beyond its position are coins of its own; what
 * a netting account trades beyond those in the other direction adds to one of its own direction, or opens one. On a leg, the
 * orders of an account have positions of their own, and what closes it closes the named one first.
 */
export function applyFill<Position extends HeldPosition>(
  account: HoldingAccount<Position>,
  fill: AppliedFill,
): readonly FillEffect<Position>[] {
  const { model, positions } = account
  const inMarket = positions.filter((one) => one.instrumentId === fill.instrumentId)
  if (model === 'netting') return netted(inMarket, fill)
  if (model === 'hedging' && fill.leg !== undefined) return onLeg(inMarket, fill, fill.leg)
  const direction = directionOf(fill)
  const quantity = fill.received ?? fill.quantity
  const held = concerned(model, inMarket, fill)
  if (!held) return canOpen(model, fill) ? [{ do: 'open', direction, quantity, fee: fill.fee }] : []
  if (held.direction === direction) return [added(held, quantity, fill)]
  return [reduced(model, held, Math.min(fill.quantity, held.quantity), fill)]
}

/** A leg is never turned around. */
function onLeg<Position extends HeldPosition>(
  inMarket: readonly Position[],
  fill: AppliedFill,
  leg: Direction,
): readonly FillEffect<Position>[] {
  const onIt = inMarket.filter(({ direction }) => direction === leg)
  return netted(onIt, fill).filter((effect) => effect.do !== 'open' || effect.direction === leg)
}

/** The position that its order names comes first, then the others in their order. */
function netted<Position extends HeldPosition>(
  inMarket: readonly Position[],
  fill: AppliedFill,
): readonly FillEffect<Position>[] {
  const direction = directionOf(fill)
  const named = inMarket.filter(({ id }) => id === fill.positionId)
  const closing: { readonly position: Position; readonly closed: number }[] = []
  let left = fill.quantity
  for (const position of new Set([...named, ...inMarket])) {
    if (position.direction === direction || isAll(fill.quantity, left)) continue
    const closed = Math.min(left, position.quantity)
    closing.push({ position, closed })
    left = minus(left, closed)
  }
  const isClosed = isAll(fill.quantity, left)
  const feeOf = (part: number): number => over(times(fill.fee, part), fill.quantity)
  const last = isClosed ? [] : [left]
  const [, ...further] = [...closing.map(({ closed }) => closed), ...last]
  // The shares add up to the fee.
  const fees = [further.reduce((rest, part) => minus(rest, feeOf(part)), fill.fee), ...further.map(feeOf)]
  const effects = closing.map(({ position, closed }, at) =>
    reduced('netting', position, closed, { ...fill, fee: fees[at] ?? 0 }),
  )
  if (isClosed) return effects
  const same = fill.opensOwn === true ? named : [...named, ...inMarket]
  const grown = same.find((one) => one.direction === direction)
  const fee = fees.at(-1) ?? 0
  return [...effects, grown ? added(grown, left, { ...fill, fee }) : { do: 'open', direction, quantity: left, fee }]
}

function directionOf({ side }: AppliedFill): Direction {
  return side === 'BUY' ? 'LONG' : 'SHORT'
}

function concerned<Position extends HeldPosition>(
  model: AccountModel,
  inMarket: readonly Position[],
  { positionId }: AppliedFill,
): Position | undefined {
  const named = inMarket.find(({ id }) => id === positionId)
  // A trade of its own, whatever else is open.
  return named ?? (model === 'hedging' ? undefined : inMarket[0])
}

/** Nothing opens in the place of a position that is gone. */
function canOpen(model: AccountModel, { side, positionId }: AppliedFill): boolean {
  return model === 'spot' ? side === 'BUY' : positionId === null
}

function added<Position extends HeldPosition>(
  position: Position,
  quantity: number,
  { price, fee }: AppliedFill,
): FillEffect<Position> {
  const sum = plus(position.quantity, quantity)
  const openPrice = average(position.openPrice, price, { held: position.quantity, added: quantity, sum })
  return { do: 'add', position, added: quantity, quantity: sum, openPrice, fee }
}

function reduced<Position extends HeldPosition>(
  model: AccountModel,
  position: Position,
  closed: number,
  { price, fee, lotSize }: AppliedFill,
): FillEffect<Position> {
  const left = minus(position.quantity, closed)
  const move = moveOf(position, price)
  // A fee in coins leaves less than a step of a spot position, which can never be sold.
  const isWhole = isAll(position.quantity, left, model === 'spot' ? lotSize : 0)
  return { do: 'reduce', position, closed, left, isWhole, profit: times(move, closed), fee }
}

/** Of two values, by quantity. */
export function average(
  before: number,
  after: number,
  { held, added, sum }: { readonly held: number; readonly added: number; readonly sum: number },
): number {
  return over(plus(times(before, held), times(after, added)), sum)
}

/** How far a price is in favor of a position. */
export function moveOf({ direction, openPrice }: Pick<HeldPosition, 'direction' | 'openPrice'>, price: number): number {
  return direction === 'LONG' ? minus(price, openPrice) : minus(openPrice, price)
}
