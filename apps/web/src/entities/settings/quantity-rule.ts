import { type QuantityRule, USUAL_QUANTITY } from '@tradeloom/domain/orders'
import { z } from 'zod'
import type { Setting } from './use-setting.ts'

export const MAX_ORDER_VALUE = 1e9

/** How much an order is for whose instrument no quantity was typed yet. */
export const QUANTITY_RULE: Setting<QuantityRule> = {
  path: 'default-quantity',
  schema: z.discriminatedUnion('rule', [
    z.object({ rule: z.literal('percent'), percent: z.number().positive().max(100) }),
    z.object({ rule: z.literal('value'), value: z.number().positive().max(MAX_ORDER_VALUE) }),
  ]),
  fallback: USUAL_QUANTITY,
}
