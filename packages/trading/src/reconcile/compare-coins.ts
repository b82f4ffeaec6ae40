import { type ListedInstrument, minus, plus } from '@tradeloom/domain'
import { type BookedPosition, type ClosedPosition, closePosition } from '../positions/close-position.ts'
import { isAll } from '../positions/is-all.ts'

/** What is open in the books, of one account. */
export interface KeptPosition extends BookedPosition {
  readonly instrumentId: string
  readonly sessionId: string | null
}

/** Coins that positions need and the venue does not have. */
export interface MissingCoins<Position> {
  readonly coin: string
  readonly missing: number
  readonly there: number
  /** Less than it cannot be traded. */
  readonly step: number
  readonly held: readonly Position[]
}

const NOISE = 1e-9

/** Coins beyond what is open are the account's own, and no position. */
export function compareCoins<Position extends KeptPosition>(
  stated: readonly { readonly currency: string; readonly total: number }[],
  kept: readonly Position[],
  listings: ReadonlyMap<string, Pick<ListedInstrument, 'dealt' | 'lotSize'>>,
): readonly MissingCoins<Position>[] {
  const coins = Map.groupBy(kept, ({ instrumentId }) => listings.get(instrumentId)?.dealt ?? '')
  return [...coins].flatMap(([coin, held]) => {
    const there = stated.find(({ currency }) => currency === coin)?.total ?? 0
    const missing = minus(plus(...held.map(({ quantity }) => quantity)), there)
    const step = listings.get(held[0]?.instrumentId ?? '')?.lotSize ?? 0
    return coin === '' || missing < Math.max(step, NOISE) ? [] : [{ coin, missing, there, step, held }]
  })
}

/**
 * The positions that missing coins close, with how many of them each has lost. Those of persons come first, the oldest first:
 * a script is not told that its position shrinks while another one does not. `held`: the oldest first.
 */
export function closeMissing<Position extends KeptPosition>(
  { held, missing, step }: MissingCoins<Position>,
  { time, partId }: { readonly time: Date; readonly partId: () => string },
): readonly (ClosedPosition<Position> & { readonly gone: number })[] {
  let left = missing
  const closed: (ClosedPosition<Position> & { gone: number })[] = []
  for (const position of held.toSorted((a, b) => Number(a.sessionId !== null) - Number(b.sessionId !== null))) {
    if (left <= 0) break
    const gone = Math.min(left, position.quantity)
    left = minus(left, gone)
    const isWhole = isAll(position.quantity, minus(position.quantity, gone), step)
    // Nobody knows for how much they went, if for anything.
    const unpriced = { price: null, fee: 0, pipSize: 1, rate: 1 }
    const costs = { halfSpread: -position.openHalfSpread, slippage: -position.openSlippage }
    const closing = { ...unpriced, ...costs, quantity: gone, isWhole, time, reason: 'external', partId: partId() }
    closed.push({ ...closePosition(position, closing), gone })
  }
  return closed
}
