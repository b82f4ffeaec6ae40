// Apart from the rest: pages that trade nothing do not load it.
import { ORDER_TYPES, type OrderType } from '@tradeloom/domain'
import { z } from 'zod'
import { label } from './text.ts'

/** The setting that holds the order templates of a user. */
export const ORDER_TEMPLATES = 'templates.orders'
export const MAX_TEMPLATES = 50

export const templateName = label.min(1, 'Please enter a name').max(40, 'A name has at most 40 characters')

const amount = z.number().positive().max(1e12)

/** A distance: without a unit in pips. A currency means what the order loses or wins over it. */
const level = z
  .strictObject({ value: amount, unit: z.string().regex(/^(?:%|[A-Z]{3,5})?$/, 'Unknown unit') })
  .nullable()

/** How far from the market the order waits. */
const away = z.strictObject({ value: z.number().min(-1e9).max(1e9), unit: z.enum(['', '%']) }).nullable()

/** What a ticket held, in distances instead of prices, so that it fits again later and elsewhere. */
export const orderTemplate = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9]{7}$/, 'Unknown template'),
  name: templateName,
  type: z.enum(Object.keys(ORDER_TYPES) as [OrderType, ...OrderType[]]),
  /** Null: that of the ticket stays. */
  side: z.enum(['BUY', 'SELL']).nullable(),
  /** In units, or in percent of the equity that it ties up. Null: that of the ticket stays. */
  quantity: z.strictObject({ value: amount, unit: z.enum(['units', 'equity']) }).nullable(),
  /** Above zero it is better than the market, or than the stop price of a stop limit order. */
  limitPrice: away,
  /** Above zero it is worse than the market. */
  stopPrice: away,
  stopLoss: level,
  takeProfit: level,
  trailingStop: level,
  /** Whether it is to be linked to a working order. */
  isLinked: z.boolean(),
})
export type OrderTemplate = z.output<typeof orderTemplate>

export const orderTemplates = z
  .array(orderTemplate)
  .max(MAX_TEMPLATES, `There are ${MAX_TEMPLATES} order templates already`)
  .refine((all) => isUnique(all.map(({ id }) => id)), 'Two templates cannot be the same one')
  .refine((all) => isUnique(all.map(({ name }) => name.toLowerCase())), 'There is a template of this name already')

function isUnique(all: readonly string[]): boolean {
  return new Set(all).size === all.length
}
