import type { LabMarket } from '../market/lab-market.ts'
import { divided, times, toUnits } from '../../units.ts'
import type { Side } from './lab-order.ts'

export interface Offer {
  readonly price: bigint
  readonly quantity: bigint
}

export interface Wanted {
  readonly side: Side
  /** 0 if `value` says how much. */
  readonly quantity: bigint
  readonly value: bigint
  /** The worst price; null takes any. */
  readonly limit: bigint | null
}

/** What the market offers to a side now, best price first: the quote, and behind it the book. */
function offersTo(market: LabMarket, side: Side): readonly Offer[] {
  const { bids, asks } = market.book.snapshot(Infinity)
  const levels = (side === 'BUY' ? asks : bids).map(([price, quantity]) => ({
    price: toUnits(price),
    quantity: toUnits(quantity),
  }))
  const { quote } = market
  if (quote === null) return levels
  const best =
    side === 'BUY'
      ? { price: quote.ask, quantity: quote.askQuantity }
      : { price: quote.bid, quantity: quote.bidQuantity }
  return [best, ...levels.filter(({ price }) => isWorse(side, price, best.price))]
}

/** What an order would take at once. */
export function takeOffers(market: LabMarket, { side, quantity, value, limit }: Wanted): readonly Offer[] {
  const step = toUnits(market.symbol.stepSize)
  let [quantityLeft, valueLeft] = [quantity, value]
  const taken: Offer[] = []
  for (const offer of offersTo(market, side)) {
    if (limit !== null && isWorse(side, offer.price, limit)) break
    const affordable = divided(valueLeft, offer.price)
    const wanted = value > 0n ? affordable - (affordable % step) : quantityLeft
    const got = wanted < offer.quantity ? wanted : offer.quantity
    if (got <= 0n) break
    taken.push({ price: offer.price, quantity: got })
    quantityLeft -= got
    valueLeft -= times(offer.price, got)
  }
  return taken
}

export function sumOf(offers: readonly Offer[]): { readonly quantity: bigint; readonly value: bigint } {
  return offers.reduce(
    (sum, { price, quantity }) => ({ quantity: sum.quantity + quantity, value: sum.value + times(price, quantity) }),
    { quantity: 0n, value: 0n },
  )
}

/** Whether a price is worse than another for a side that pays or gets it. */
export function isWorse(side: Side, price: bigint, than: bigint): boolean {
  return side === 'BUY' ? price > than : price < than
}
