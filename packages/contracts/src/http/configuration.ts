import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { isStorable } from './stored-data.ts'

const params = z.strictObject({ path: z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/, 'Unknown setting') })
const MAX_LENGTH = 131_072

/** Settings of the web app. Their meaning is known only to it, except for layouts, `layout.<key>`, and order templates. */
const value = z
  .unknown()
  .refine((given) => given !== undefined, 'A setting needs a value')
  .refine(isStorable, {
    message: 'This setting is nested too deeply, or has a text or a number that cannot be stored',
    abort: true,
  })
  .refine((given) => JSON.stringify(given ?? null).length <= MAX_LENGTH, 'This setting is too long')

/** Of layouts the list itself. */
const answer = z.union([z.array(z.unknown()), z.object({ value: z.unknown() })])

/** The panels that dashboards have. */
export const PANEL_NAMES = [
  'active-sessions',
  'alerts',
  'arbitrage-history',
  'arbitrage-matrix',
  'balances',
  'broker-log',
  'closed-positions',
  'connections',
  'data-source-chart',
  'data-sources',
  'ended-sessions',
  'executions',
  'imports',
  'instruments',
  'market-data',
  'open-positions',
  'order-book',
  'orders',
  'price-chart',
  'price-tile',
  'ticker',
  'top-arbitrage',
  'trade-ticket',
  'trades',
] as const

/** Panels of one group show the same instrument. */
export const LINK_GROUPS = ['A', 'B', 'C'] as const
export type LinkGroup = (typeof LINK_GROUPS)[number]

const storedCell = z.looseObject({
  view: z.enum(PANEL_NAMES, { error: 'There is no such panel' }),
  group: z.enum(LINK_GROUPS, { error: 'There is no such link group' }).optional(),
})

/** What a list of layouts must be; the rest of a layout is for the web app. */
export const storedLayouts = z.array(
  z.looseObject({
    name: z.string(),
    config: z.array(storedCell),
    responsive: z.boolean(),
  }),
)

export function isLayouts(path: string): boolean {
  return path.startsWith('layout.')
}

export const listConfiguration = endpoint({
  method: 'GET',
  path: '/api/configuration',
  auth: 'user',
  summary: 'All settings of the web app that were ever changed, by path, without layouts and order templates',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.record(z.string(), z.unknown()),
})

export const getConfiguration = endpoint({
  method: 'GET',
  path: '/api/configuration/:path',
  auth: 'user',
  summary: 'One setting of the web app, null if it was never changed; of layouts the list',
  params,
  query: nothing,
  body: nothing,
  response: answer,
})

export const putConfiguration = endpoint({
  method: 'PUT',
  path: '/api/configuration/:path',
  auth: 'user',
  summary: 'Change one setting of the web app: its value alone, or wrapped as it is answered',
  params,
  query: nothing,
  body: z.preprocess((given) => (isWrapped(given) ? given : { value: given }), z.strictObject({ value })),
  response: answer,
})

function isWrapped(given: unknown): given is { value: unknown } {
  return typeof given === 'object' && given !== null && Object.keys(given).join() === 'value'
}
