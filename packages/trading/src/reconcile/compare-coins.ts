import { type ListedInstrument, minus, plus } from '@tradeloom/domain'
import type { ClosedPosition } from '../positions/close-position.ts'
import { closeExternally, type KeptPosition } from './close-externally.ts'

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
    closed.push({ ...closeExternally(position, gone, { time, partId: partId(), step }), gone })
  }
  return closed
}
