import { toAmount } from '../amount.ts'
import type { LabQuote } from '../market/oanda-market.ts'
import type { LabOrder } from './order.ts'

/** Whether a price lets a pending order execute. */
export function isTriggered(order: LabOrder, quote: LabQuote): boolean {
  const price = order.trailingStop ?? order.price
  if (price === null) return true
  const isBuy = order.units > 0n
  const seen = seenPrice(order, quote, isBuy)
  switch (order.fields.type) {
    case 'LIMIT':
    case 'TAKE_PROFIT':
      return isBuy ? seen <= price : seen >= price
    case 'MARKET_IF_TOUCHED':
      return (order.startedAt ?? seen) >= price ? seen <= price : seen >= price
    default:
      return isBuy ? seen >= price : seen <= price
  }
}

function seenPrice({ fields }: LabOrder, { bid, ask }: LabQuote, isBuy: boolean): bigint {
  switch (fields.triggerCondition) {
    case 'BID':
      return bid
    case 'ASK':
      return ask
    case 'MID':
      return (bid + ask) / 2n
    case 'INVERSE':
      return isBuy ? bid : ask
    default:
      return isBuy ? ask : bid
  }
}

/** A trailing stop follows the price that its trade would be closed at, and never goes back. */
export function trail(order: LabOrder, quote: LabQuote): void {
  if (order.fields.type !== 'TRAILING_STOP_LOSS') return
  const distance = toAmount(order.fields.distance ?? '0')
  const isBuy = order.units > 0n
  const wanted = isBuy ? quote.ask + distance : quote.bid - distance
  const at = order.trailingStop
  if (at === null || (isBuy ? wanted < at : wanted > at)) order.trailingStop = wanted
}
