import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'
import { queryNumber } from './whole-number.ts'

export const packageId = z.number().int().min(0).max(3)

/** A premium package: its price and its limits for each month. */
export const premiumPackage = z.object({
  id: packageId,
  name: z.string(),
  priceUsd: z.number().int(),
  backtestUnits: z.number().int(),
  backtestTick: z.boolean(),
  liveSessions: z.number().int(),
  httpCredits: z.number().int(),
  /** At the same time. */
  sockets: z.number().int(),
  multiUserExchanges: z.boolean(),
  /** Keys at exchanges at the same time. */
  exchangeConnections: z.number().int(),
  /** Id of its price at the payment provider; null where it is not sold. */
  stripePlanId: z.string().nullable(),
  /** Whether it is offered. */
  active: z.boolean(),
  /** Whether it can be bought now. */
  isForSale: z.boolean(),
})
export type PremiumPackage = z.infer<typeof premiumPackage>

export const listPackages = endpoint({
  method: 'GET',
  path: '/public-api/packages',
  auth: 'public',
  summary: 'The premium packages, the free one first',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(premiumPackage),
})

const limit = z.number().int().min(0).max(1_000_000_000)

/** What an administrator may change of a package; absent fields stay. */
const fields = z
  .strictObject({
    name: line.trim().min(1, 'Please enter a name').max(60),
    priceUsd: z.number().int().min(0).max(100_000),
    backtestUnits: limit,
    backtestTick: z.boolean(),
    liveSessions: limit,
    httpCredits: limit,
    sockets: limit,
    multiUserExchanges: z.boolean(),
    exchangeConnections: limit,
    stripePlanId: line
      .trim()
      .max(255)
      .regex(/^price_\w+$/, 'Such an id begins with price_')
      .nullable(),
    active: z.boolean(),
  })
  .partial()
const packageChanges = fields.refine((body) => Object.keys(body).length > 0, 'There is nothing to change')
export type PackageChanges = z.infer<typeof packageChanges>

export const updatePackage = endpoint({
  method: 'PATCH',
  path: '/api/admin/package/:id',
  auth: 'admin',
  summary: 'Change the price or the limits of a package, for all who have it',
  audit: { action: 'package-changed', details: Object.keys(fields.shape) },
  params: z.strictObject({ id: queryNumber(0, 99) }),
  query: nothing,
  body: packageChanges,
  response: premiumPackage,
})
