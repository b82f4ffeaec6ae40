import type { PlacePayload } from '@tradeloom/trading'
import type { ChangeAnswer, OrderAnswer, OrderChange, VenueOrder } from '../../ports/order-gateway.ts'
import { refused } from './classify-error.ts'
import { decimalOf, type Fields, fieldsOf, textOf, timeOf } from './read-fields.ts'
import { reasonWords } from './reason-words.ts'

type Accepted = Extract<OrderAnswer, { kind: 'ACCEPTED' }>
type Refused = ReturnType<typeof refused>

/** The order that an answer speaks of. */
type Asked = Pick<PlacePayload, 'instrumentId' | 'type' | 'side' | 'quantity' | 'limitPrice' | 'stopPrice'>

/** What the venue has made of an order: an answer of success may hold a refusal. */
export function readPlaced(body: Fields, order: Asked, clientId: string): OrderAnswer {
  const created = fieldsOf(body['orderCreateTransaction'])
  return outcome(created, order, {
    clientId,
    fill: body['orderFillTransaction'],
    cancel: body['orderCancelTransaction'],
    hasRest: body['orderReissueTransaction'] !== undefined,
  })
}

/** As `readPlaced`, of an order that belongs to a trade. */
export function readLevel(
  body: Fields,
  level: 'stopLoss' | 'takeProfit' | 'trailingStopLoss',
  order: Asked,
  clientId: string,
): (Accepted & { readonly order: VenueOrder }) | Refused {
  const created = fieldsOf(body[`${level}OrderTransaction`])
  const cancel = body[`${level}OrderCreatedCancelTransaction`]
  return outcome(created, order, { clientId, fill: body[`${level}OrderFillTransaction`], cancel })
}

/** What has become of an order that was to be replaced, and of the one in its place. */
export function readReplaced(body: Fields, { after, before, replaced, replacement }: OrderChange): ChangeAnswer {
  const created = fieldsOf(body['orderCreateTransaction'])
  const { clientId } = replacement
  const of = { clientId, fill: body['orderFillTransaction'], cancel: body['replacingOrderCancelTransaction'] }
  const answer = outcome(created, after, of)
  if (answer.kind === 'ACCEPTED') return { kind: 'ACCEPTED', order: answer.order }
  const { orderID, time } = fieldsOf(body['orderCancelTransaction'])
  const canceled = stated(before, { clientId: replaced.clientId, venueId: textOf(orderID), time: timeOf(time) })
  const reason = `The order was canceled, and its new form was refused: ${answer.reason}`
  return { kind: 'REFUSED', reason, canceled: { ...canceled, status: 'CANCELED' } }
}

interface Parts {
  readonly clientId: string
  readonly fill: unknown
  readonly cancel: unknown
  /** What was not filled goes on as another order. */
  readonly hasRest?: boolean
}

function outcome(
  created: Fields,
  order: Asked,
  { clientId, fill, cancel, hasRest = false }: Parts,
): (Accepted & { readonly order: VenueOrder }) | Refused {
  const venueId = textOf(created['id'])
  const placed = stated(order, { clientId, venueId, time: timeOf(created['time']) })
  if (fill !== undefined && fill !== null) {
    const filled = Math.abs(decimalOf(fieldsOf(fill)['units']))
    const rest = hasRest ? 'PARTIALLY_FILLED' : 'CANCELED'
    const status = filled >= order.quantity ? 'FILLED' : rest
    return { kind: 'ACCEPTED', venueId, order: { ...placed, filled, status } }
  }
  if (cancel === undefined || cancel === null) return { kind: 'ACCEPTED', venueId, order: placed }
  const code = String(fieldsOf(cancel)['reason'])
  return refused(reasonWords(code), code)
}

function stated(
  { instrumentId, type, side, quantity, limitPrice, stopPrice }: Asked,
  of: Pick<VenueOrder, 'clientId' | 'venueId' | 'time'>,
): VenueOrder {
  return { ...of, instrumentId, type, side, quantity, limitPrice, stopPrice, status: 'NEW', filled: 0 }
}
