import { DIRECTIONS, ORDER_TYPES, type OrderType } from '@tradeloom/domain'
import { z } from 'zod'
import { instrumentId, uuid } from '../http/common.ts'
import { line } from '../http/text.ts'

/** Of every request for an order. */
export const orderPrice = z.number().positive().max(1e12)
export const orderQuantity = z.number().positive().max(1e15)
const [price, quantity] = [orderPrice, orderQuantity]

/** The client's key of a request: a repeated one gets the answer of the first, and orders nothing. */
export const ticketKey = z.string().regex(/^[A-Za-z0-9]{7}$/, 'The key has 7 letters or digits')

/** How long ago the trader has asked for it, milliseconds: what waited for too long is not sent. */
export const orderAge = z.number().min(0).max(3_600_000).optional()

export const openPositionRequest = z.strictObject({
  key: ticketKey,
  /** Names the program that asks. */
  tag: line.max(32),
  /** The first account that can trade the instrument, if omitted. */
  accountId: uuid.optional(),
  instrumentId,
  direction: z.enum(DIRECTIONS),
  quantity,
  stopLoss: price.nullable().default(null),
  /** The price at which the trailing stop begins; its distance is in the options. */
  trailingStop: price.nullable().default(null),
  takeProfit: price.nullable().default(null),
  /** What the trader saw. */
  price,
  options: z.strictObject({ trailingStopDistance: price.nullable().default(null) }).prefault({}),
  age: orderAge,
})
export type OpenPositionRequest = z.input<typeof openPositionRequest>

export const closePositionRequest = z.strictObject({
  key: ticketKey,
  positionId: uuid,
  /** All of it, if omitted. */
  quantity: quantity.optional(),
  age: orderAge,
})

/** Omitted levels stay as they are; null removes one. */
export const protectPositionRequest = z
  .strictObject({
    key: ticketKey,
    positionId: uuid,
    stopLoss: price.nullable().optional(),
    takeProfit: price.nullable().optional(),
    /** A distance, in price. */
    trailingStop: price.nullable().optional(),
    age: orderAge,
  })
  .refine(
    ({ stopLoss, takeProfit, trailingStop }) => [stopLoss, takeProfit, trailingStop].some((one) => one !== undefined),
    'Nothing is to be changed',
  )
export type ProtectPositionRequest = z.input<typeof protectPositionRequest>

/** Omitted terms of the working order stay as they are. */
export const changeOrderRequest = z
  .strictObject({
    key: ticketKey,
    orderId: uuid,
    /** Of the whole order, with what is filled. */
    quantity: quantity.optional(),
    limitPrice: price.optional(),
    stopPrice: price.optional(),
    age: orderAge,
  })
  .refine(
    ({ quantity: units, limitPrice, stopPrice }) => [units, limitPrice, stopPrice].some((one) => one !== undefined),
    'Nothing is to be changed',
  )
export type ChangeOrderRequest = z.input<typeof changeOrderRequest>

export const orderRequest = z.strictObject({
  key: ticketKey.optional(),
  accountId: uuid.optional(),
  broker: line.max(24),
  symbol: line.max(32),
  side: z.enum(['BUY', 'SELL']),
  type: z.enum(Object.keys(ORDER_TYPES) as [OrderType, ...OrderType[]]),
  quantity,
  stopPrice: price.nullable().default(null),
  limitPrice: price.nullable().default(null),
  stopLoss: price.nullable().default(null),
  takeProfit: price.nullable().default(null),
  /** A distance, in price. */
  trailingStop: price.nullable().default(null),
  /** A working order of the instrument: when one of the two is filled or ends, the other is canceled. */
  linkedTo: uuid.nullable().default(null),
  age: orderAge,
})
export type OrderRequest = z.input<typeof orderRequest>

/** The answer to a request for a trade: it is written down and will be sent. */
export const orderAccepted = z.object({ intentId: uuid, accountId: uuid })
export type OrderAccepted = z.infer<typeof orderAccepted>
