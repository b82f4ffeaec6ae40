import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

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
