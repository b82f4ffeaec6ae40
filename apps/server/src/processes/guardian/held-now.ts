import { sha256 } from '@tradeloom/database'
import type { AccountModel, ListedInstrument } from '@tradeloom/domain'
import { applyFill, feeIn, isClosingOf, receivedOf } from '@tradeloom/trading'
import type { VenueFill } from '@tradeloom/venues'
import type { HeldPosition } from './stored-guards.ts'

export interface HeldNow {
  readonly positions: readonly HeldPosition[]
  /** Of positions that were closed by these fills, in the currency of the account. */
  readonly closedProfit: number
}

/**
 * Positions after fills that are not in the books yet. A fee that was paid in a third coin is left out; one that was paid in
 * the coin itself reduces what was bought, as in the books. So is a profit in another currency, until it is booked.
 */
export function heldNow(
  booked: readonly HeldPosition[],
  fills: readonly VenueFill[],
  {
    accountId,
    currency,
    model,
  }: { readonly accountId: string; readonly currency: string; readonly model: AccountModel },
  listing: (instrumentId: string) => Pick<ListedInstrument, 'dealt' | 'quote' | 'lotSize'> | null,
  /** Positions that orders of other processes close, by the venue's ids of the orders. */
  closedBy: ReadonlyMap<string, string> = new Map(),
): HeldNow {
  const held = new Map(booked.map((one) => [one.id, one]))
  let closedProfit = 0
  for (const fill of [...fills].toSorted((a, b) => a.time - b.time)) {
    const { side, price, instrumentId, tradeId, position: traded, leg } = fill
    const listed = listing(instrumentId)
    const received = listed && model === 'spot' ? receivedOf(fill, listed) : fill.quantity
    const fee = feeIn(fill, listed, currency).amount ?? 0
    const open = [...held.values()].filter((one) => one.instrumentId === instrumentId)
    const isMeant = ({ id, brokerId }: HeldPosition): boolean =>
      (traded !== undefined && brokerId === traded.id) ||
      isClosingOf(sha256, fill, accountId, id) ||
      closedBy.get(fill.venueId) === id
    // One that is gone already is not opened again.
    const closed = traded?.isOpening === false ? traded.id : (closedBy.get(fill.venueId) ?? null)
    const positionId = open.find(isMeant)?.id ?? closed
    const onLeg = leg === undefined ? {} : { leg }
    const applied = { instrumentId, side, quantity: fill.quantity, received, price, fee, positionId, ...onLeg }
    for (const effect of applyFill({ model, positions: open }, { ...applied, lotSize: listed?.lotSize ?? 0 })) {
      if (effect.do === 'open') {
        const id = `new ${model === 'spot' ? instrumentId : tradeId}`
        const { direction, quantity, fee } = effect
        const named = { id, instrumentId, brokerId: traded?.id ?? id }
        held.set(id, { ...named, direction, quantity, openPrice: price, profit: -fee, unprotectedSince: null })
        continue
      }
      const { position } = effect
      if (effect.do === 'add') {
        const { quantity, openPrice, fee } = effect
        held.set(position.id, { ...position, quantity, openPrice, profit: position.profit - fee })
        continue
      }
      const made = model === 'spot' || listed?.quote === currency ? effect.profit : 0
      const profit = position.profit + made - effect.fee
      if (!effect.isWhole) held.set(position.id, { ...position, quantity: effect.left, profit })
      else {
        held.delete(position.id)
        closedProfit += profit
      }
    }
  }
  return { positions: [...held.values()], closedProfit }
}
