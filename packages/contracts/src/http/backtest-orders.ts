import { ORDER_STATUSES, ORDER_TYPES, type OrderType, TIMES_IN_FORCE, type TimeInForce } from '@tradeloom/domain'
import { z } from 'zod'
import { READ_MUCH } from './api-terms.ts'
import { byId, nothing, tagFilter } from './common.ts'
import { withPublicTwin } from './public-twin.ts'
import { MAX_INTEGER, queryNumber } from './whole-number.ts'

/** An order of a finished run. Times are UTC milliseconds, quantities in units of the base currency. */
export const runOrder = z.object({
  id: z.number().int(),
  instrumentId: z.string(),
  type: z.enum(Object.keys(ORDER_TYPES) as [OrderType, ...OrderType[]]),
  side: z.enum(['BUY', 'SELL']),
  quantity: z.number(),
  limitPrice: z.number().nullable(),
  stopPrice: z.number().nullable(),
  timeInForce: z.enum(Object.keys(TIMES_IN_FORCE) as [TimeInForce, ...TimeInForce[]]),
  postOnly: z.boolean(),
  reduceOnly: z.boolean(),
  time: z.number(),
  status: z.enum(ORDER_STATUSES),
  fillTime: z.number().nullable(),
  fillPrice: z.number().nullable(),
  liquidity: z.enum(['maker', 'taker']).nullable(),
  /** The position that it opened or closed. */
  positionId: z.number().int().nullable(),
  /** Why it ended without a fill. */
  reason: z.string().nullable(),
  /** The script's name for it. */
  tag: z.string().nullable(),
})
export type RunOrder = z.infer<typeof runOrder>

export const orderSort = runOrder.keyof()
export type OrderSort = z.infer<typeof orderSort>

export const orderPage = z.object({
  /** Orders that match. */
  total: z.number().int(),
  /** Of all orders of the run. */
  tags: z.array(z.string()),
  orders: z.array(runOrder),
})
export type OrderPage = z.infer<typeof orderPage>

export const getBacktestOrderPage = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/orders/page',
  auth: 'user',
  summary: 'Some of the orders: by number, or in another order; missing values come last',
  api: READ_MUCH,
  params: byId,
  query: z.strictObject({
    offset: queryNumber(0, MAX_INTEGER).default(0),
    limit: queryNumber(1, 1_000).default(200),
    sort: orderSort.default('id'),
    desc: z.enum(['true', 'false']).default('false'),
    status: z.enum(ORDER_STATUSES).optional(),
    tag: tagFilter.optional(),
  }),
  body: nothing,
  response: orderPage,
})
