import { minus, plus } from '@tradeloom/domain'
import type { VenueFill } from '../../ports/order-gateway.ts'
import type { AccountTerms } from './account-terms.ts'
import { idOf } from './instrument-rules.ts'
import { ownName } from './order-names.ts'
import type { OrderTrail } from './order-trail.ts'
import { decimalOf, type Fields, fieldsOf, rowsOf, textOf, timeOf } from './read-fields.ts'
import { sideOf } from './read-order.ts'

const LIQUIDATION = 'MARKET_ORDER_MARGIN_CLOSEOUT'

interface Part {
  readonly tradeId: string
  readonly quantity: number
  readonly price: unknown
  readonly isOpening: boolean
}

export function isFill({ type }: Fields): boolean {
  return type === 'ORDER_FILL'
}

export function isLiquidation({ reason }: Fields): boolean {
  return reason === LIQUIDATION
}

/** The executions of one transaction: what it closes of each trade, and what it opens. */
export function readFills(transaction: Fields, { currency, isHedging }: AccountTerms): readonly VenueFill[] {
  const { id, time, orderID, clientOrderID, instrument, units, price } = transaction
  const whole = decimalOf(units)
  const quantity = Math.abs(whole)
  const found = partsOf(transaction)
  const parts = minus(plus(...found.map((part) => part.quantity)), quantity) === 0 ? found : []
  const of = {
    clientId: ownName(clientOrderID),
    venueId: textOf(orderID),
    instrumentId: idOf(instrument),
    time: timeOf(time),
    side: sideOf(whole),
    feeCurrency: currency,
    isMaker: false,
    ...(isLiquidation(transaction) ? { isLiquidation: true } : {}),
  }
  const fee = feeOf(transaction)
  if (parts.length === 0) return [{ ...of, tradeId: textOf(id), price: decimalOf(price), quantity, fee }]
  return parts.map((part, at) => ({
    ...of,
    tradeId: `${textOf(id)}-${part.tradeId}`,
    price: decimalOf(part.price ?? price),
    quantity: part.quantity,
    fee: at === 0 ? fee : 0,
    ...(isHedging ? { position: { id: part.tradeId, isOpening: part.isOpening } } : {}),
  }))
}

/** By the name and the number that its order was placed with. */
export function namedFill(fill: VenueFill, trail: OrderTrail): VenueFill {
  const { clientId, venueId } = fill
  return { ...fill, clientId: clientId ?? trail.nameOf(venueId), venueId: trail.firstOf(venueId) }
}

/** What it closes comes first: only the rest opens something. */
function partsOf({ tradesClosed, tradeReduced, tradeOpened }: Fields): Part[] {
  const part = (isOpening: boolean) => (row: Fields) => ({
    tradeId: textOf(row['tradeID']),
    quantity: Math.abs(decimalOf(row['units'])),
    price: row['price'],
    isOpening,
  })
  const closed = [...rowsOf(tradesClosed ?? []), ...(tradeReduced ? [fieldsOf(tradeReduced)] : [])]
  return [...closed.map(part(false)), ...(tradeOpened ? [part(true)(fieldsOf(tradeOpened))] : [])]
}

/** Never less than is paid. */
function feeOf({ commission, guaranteedExecutionFee }: Fields): number {
  const paid = [commission, guaranteedExecutionFee].filter((one) => one !== undefined && one !== null)
  return plus(...paid.map((one) => decimalOf(one, 'up')))
}
