import {
  ACCOUNT_LEVELS,
  ACCOUNT_MODELS,
  GUARD_LIMIT_NAMES,
  GUARD_LIMITS,
  type GuardLimit,
  type GuardLimitName,
  REFUSED_STOPS,
} from '@tradeloom/domain'
import { z } from 'zod'
import { READ } from './api-terms.ts'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'

/** What an account may do: everything, no openings, only reductions, or it is being closed down. */
export const accountLevel = z.enum(ACCOUNT_LEVELS)

/** A field for each limit that an account can have. */
function limitFields<Schema extends z.ZodType>(schemaOf: (limit: GuardLimit) => Schema) {
  const fields = GUARD_LIMIT_NAMES.map((name) => [name, schemaOf(GUARD_LIMITS[name])])
  return Object.fromEntries(fields) as { readonly [Name in GuardLimitName]: Schema }
}

/** An account at a broker, in its own currency. */
const orderCount = z.object({
  orders: z.number().int(),
  /** Those with a stop price. */
  stops: z.number().int(),
})

/** One unit of a currency in another one. */
const conversion = z.object({
  /** The market whose middle between bid and ask it is; null for currencies that count the same. */
  instrumentId: z.string().nullable(),
  /** Null while there is no price. */
  rate: z.number().nullable(),
  /** How long ago its price was heard, milliseconds. */
  age: z.number().nullable(),
})
export type Conversion = z.infer<typeof conversion>

const wallet = z.object({
  currency: z.string(),
  /** In its own currency. */
  total: z.number(),
  available: z.number(),
  /** Of one unit in the currency of the account; null where no instrument trades both. */
  conversion: conversion.nullable(),
})
export type Wallet = z.infer<typeof wallet>

/** `viewer` sees the accounts of a connection and what they trade; `trader` trades them, too. */
export const shareRole = z.enum(['viewer', 'trader'])
export type ShareRole = z.infer<typeof shareRole>

export const tradingAccount = z.object({
  id: uuid,
  connectionId: uuid,
  /** `paper` trades with no real money, on the prices of other venues; `practice` with play money at its venue. */
  type: z.enum(['paper', 'practice', 'live']),
  /**
   * What it keeps of its trades. `spot`: coins, no short positions; `netting`: one position for each market; `hedging`: one
   * for each opening trade.
   */
  model: z.enum(ACCOUNT_MODELS),
  /** Who shares it with the user, and as what; null for an account of their own. */
  share: z.object({ owner: z.string(), role: shareRole }).nullable(),
  broker: z.string(),
  accountNo: z.string(),
  currency: z.string(),
  /** Money after closed positions and costs; at a spot market, cash and what open positions have cost. */
  balance: z.number(),
  initialBalance: z.number(),
  /** Balance + unrealized profit. */
  equity: z.number(),
  /** Margin of open positions and working orders. */
  used: z.number(),
  /** Equity without used margin. */
  available: z.number(),
  /** Of open positions, before the costs that the balance has paid: the sum of their profits + these costs. */
  unrealisedProfit: z.number(),
  marginCall: z.boolean(),
  /** Of all open positions together: used margin by their value; null without any. */
  marginRate: z.number().nullable(),
  /** The rounded inverse of the margin rate, `30:1`; null without positions. */
  leverage: z.string().nullable(),
  /** Half of used margin over equity, in percent. */
  closeoutPercent: z.number(),
  /** True, false, or null while it is not known. */
  connected: z.boolean().nullable(),
  connectionError: z.string().nullable(),
  /** Equity in US dollars; null without a rate. */
  usdValue: z.number().nullable(),
  /** By which rate; null where no instrument trades both currencies. */
  usdConversion: conversion.nullable(),
  /** Of an account at a venue that has several currencies: each of them, the largest amounts first. */
  wallets: z.array(wallet),
  /** What new positions can use; never negative. */
  fundsAvailable: z.number(),
  level: accountLevel,
  /** Why the level is not ACTIVE. */
  levelReason: z.string().nullable(),
  ...limitFields(({ help }) => z.number().nullable().describe(`${help} Null: no limit.`)),
  /** What the rules of the guardian say of it now. */
  warnings: z.array(z.string()),
  /** Seconds for which positions were without protection today (UTC), added up over them. */
  unprotectedToday: z.number(),
  /**
   * Of a paper account: what becomes of a stop that the market has passed when its order is filled. `hold`: it is due at once;
   * `cancel`: the order is canceled; `close`: the position is closed. Null: what the venue of the prices does.
   */
  refusedStops: z.enum(REFUSED_STOPS).nullable(),
  /** Contracts that it trades at other terms than the instrument states, as its owner has set them at the venue. */
  contractTerms: z.array(
    z.object({
      instrumentId: z.string(),
      leverage: z.number(),
      /** Positions in it have a margin of their own. */
      isIsolated: z.boolean(),
    }),
  ),
  /** Whether its owner practices a bad day on it: what happens to it now says nothing about how it trades. */
  practicing: z.boolean(),
  /** When it was last reset, UTC milliseconds. */
  resetAt: z.number().nullable(),
  /** At a venue: what counts toward its limits of orders, by instrument. */
  workingOrders: z.array(
    orderCount.extend({
      instrumentId: z.string(),
      /** Of these, those that protect the position of a person: a further order with a stop or target replaces them. */
      replaceable: orderCount,
    }),
  ),
})
export type TradingAccount = z.infer<typeof tradingAccount>

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/accounts',
  auth: 'user',
  summary: 'Accounts of the user at brokers, with balances at the newest prices',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(tradingAccount),
})

/** Refused while positions are open or orders work. */
export const resetAccount = endpoint({
  method: 'POST',
  path: '/api/accounts/:id/reset',
  auth: 'user',
  summary: 'Reset a paper account to its initial balance; its history is kept',
  audit: { action: 'account-reset' },
  params: byId,
  query: nothing,
  body: nothing,
  response: tradingAccount,
})

/** Of a paper account alone: a venue has a way of its own. */
export const chooseRefusedStops = endpoint({
  method: 'PUT',
  path: '/api/accounts/:id/refused-stops',
  auth: 'user',
  summary: 'Choose what a paper account does with a stop that the market has passed when its order is filled',
  audit: { action: 'account-refused-stops', details: ['refusedStops'] },
  params: byId,
  query: nothing,
  body: z.strictObject({ refusedStops: z.enum(REFUSED_STOPS).nullable() }),
  response: tradingAccount,
})

export const limitAccount = endpoint({
  method: 'PUT',
  path: '/api/accounts/:id/limits',
  auth: 'user',
  recentLogin: 'to-weaken',
  weakens: 'A limit of an account was raised or removed',
  summary: 'Set what the guardian of an account acts at; to raise or remove a limit needs a recent login',
  audit: { action: 'account-limited', details: GUARD_LIMIT_NAMES },
  params: byId,
  query: nothing,
  body: z
    .strictObject(
      limitFields(({ max, isWhole }: GuardLimit) => {
        const limit = z.number('Invalid number').positive('The limit must be more than 0').max(max)
        return (isWhole ? limit.int('Please enter a whole number') : limit).nullable().optional()
      }),
    )
    .refine((limits) => Object.values(limits).some((limit) => limit !== undefined), 'Nothing is to be changed'),
  response: tradingAccount,
})

/** Only a person releases an account: no rule does. */
export const releaseAccount = endpoint({
  method: 'POST',
  path: '/api/accounts/:id/release',
  auth: 'user',
  weakens: 'An account was released that the guardian had restricted',
  recentLogin: 'always',
  summary: 'Release an account after the guardian has restricted it; needs a recent login',
  audit: { action: 'account-released', details: ['reason'] },
  params: byId,
  query: nothing,
  body: z.strictObject({
    reason: line.trim().min(1, 'Please enter a reason').max(200, 'A reason has at most 200 characters'),
  }),
  response: tradingAccount,
})

const guardStep = z.enum(['WARN', 'NO_NEW', 'REDUCE', 'FLATTEN'])

export const accountGuard = z.object({
  /** Whether a guardian watches the account now. */
  isWatched: z.boolean(),
  rules: z.array(
    z.object({
      rule: z.string(),
      title: z.string(),
      /** `currency`: that of the account; `s`: seconds. */
      unit: z.enum(['currency', 'orders', 's']),
      /** Null before it is known. */
      value: z.number().nullable(),
      /** Null: the account has none. */
      limit: z.number().nullable(),
      /** What the rule does at its limit. */
      step: guardStep,
      /** What it asks for now; null while all is well. */
      asks: guardStep.nullable(),
      /** Since when it has asked for that, or for nothing, UTC milliseconds; null: since it is watched. */
      since: z.number().nullable(),
      /** When its limit was last changed, UTC milliseconds; null where that is not known, or cannot be. */
      limitChangedAt: z.number().nullable(),
    }),
  ),
})
export type AccountGuard = z.infer<typeof accountGuard>

export const getAccountGuard = endpoint({
  method: 'GET',
  path: '/api/accounts/:id/guard',
  auth: 'user',
  summary: 'What the rules of the guardian measure of an account, and what they do at their limits',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: accountGuard,
})
