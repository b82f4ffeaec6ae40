import { sha256 } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import { feeIn, isClosingOf, receivedOf } from '@tradeloom/trading'
import type { VenueFill } from '@tradeloom/venues'
import type { HeldPosition } from './stored-guards.ts'

/** What binary fractions leave of a quantity. */
const NOTHING = 1e-12

export interface HeldNow {
  readonly positions: readonly HeldPosition[]
  /** Of positions that were closed by these fills, in the currency of the account. */
  readonly closedProfit: number
}

/**
 * Long positions of a spot market after fills that are not in the books yet. A fee that was paid in a third coin is left
 * out; one that was paid in the coin itself reduces what was bought, as in the books.
 */
export function heldNow(
  booked: readonly HeldPosition[],
  fills: readonly VenueFill[],
  { accountId, currency }: { readonly accountId: string; readonly currency: string },
  listing: (instrumentId: string) => Pick<ListedInstrument, 'dealt' | 'quote'> | null,
  /** Positions that orders of other processes close, by the venue's ids of the orders. */
  closedBy: ReadonlyMap<string, string> = new Map(),
): HeldNow {
  const held = new Map(booked.map((one) => [one.id, one]))
  let closedProfit = 0
  for (const fill of [...fills].toSorted((a, b) => a.time - b.time)) {
    const { side, price, instrumentId } = fill
    const listed = listing(instrumentId)
    const quantity = listed ? receivedOf(fill, listed) : fill.quantity
    const fee = feeIn(fill, listed, currency).amount ?? 0
    const open = [...held.values()].filter((one) => one.instrumentId === instrumentId)
    const isMeant = ({ id }: HeldPosition): boolean =>
      isClosingOf(sha256, fill, accountId, id) || closedBy.get(fill.venueId) === id
    const meant = open.find(isMeant) ?? open[0]
    if (side === 'BUY') {
      const id = meant?.id ?? `new ${instrumentId}`
      const before = meant ?? { ...NEW, id, instrumentId }
      const sum = before.quantity + quantity
      const openPrice = (before.openPrice * before.quantity + price * quantity) / sum
      held.set(id, { ...before, quantity: sum, openPrice, profit: before.profit - fee })
    } else if (meant) {
      const sold = Math.min(quantity, meant.quantity)
      const profit = meant.profit + (price - meant.openPrice) * sold - fee
      const left = meant.quantity - sold
      if (left > meant.quantity * NOTHING) held.set(meant.id, { ...meant, quantity: left, profit })
      else {
        held.delete(meant.id)
        closedProfit += profit
      }
    }
  }
  return { positions: [...held.values()], closedProfit }
}

const NEW = { direction: 'LONG', quantity: 0, openPrice: 0, profit: 0, unprotectedSince: null } as const
