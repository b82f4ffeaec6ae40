import { ATTEMPT_OUTCOMES, ATTEMPT_POLICIES, ATTEMPT_STATES } from '@tradeloom/domain/arbitrage'
import { z } from 'zod'
import { READ, TRADE } from './api-terms.ts'
import { byId, instrumentId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { orderAge, orderPrice, orderQuantity, ticketKey } from '../socket/order-requests.ts'
import { queryNumber } from './whole-number.ts'

/** One of the two orders of an attempt, and what undid it. Prices are those of its market. */
const attemptLeg = z.object({
  accountId: uuid,
  accountNo: z.string(),
  instrumentId: z.string(),
  symbol: z.string(),
  broker: z.string(),
  /** Of its request: `SENDING` while it waits for the other one, `UNSENT` if it has never left. */
  state: z.string(),
  limitPrice: z.number(),
  filled: z.number(),
  /** Of its fills; null without any. */
  average: z.number().nullable(),
  /** What was closed again, or traded back, because the other one has failed. */
  undone: z.number(),
  undoneAverage: z.number().nullable(),
  /** Why it has not traded all of it. */
  reason: z.string().nullable(),
})

/** Buying at one market and selling at another. Amounts are in the currency that is paid where it is bought. */
export const arbitrageAttempt = z.object({
  id: uuid,
  /** The username of the person who asked for it; null where that is the user. */
  placedBy: z.string().nullable(),
  /** UTC milliseconds. */
  asked: z.number(),
  ended: z.number().nullable(),
  /** `WAITING` until both orders can be sent, `GONE` once they could, `ABANDONED` if neither was. */
  state: z.enum(ATTEMPT_STATES),
  /** Null until it has ended. */
  outcome: z.enum(ATTEMPT_OUTCOMES).nullable(),
  /** Why nothing was sent. */
  reason: z.string().nullable(),
  simulated: z.boolean(),
  quantity: z.number(),
  /** Of the amounts. */
  currency: z.string(),
  policy: z.enum(ATTEMPT_POLICIES),
  maxLoss: z.number(),
  /** Of the account that buys, in which the maximum loss is. */
  accountCurrency: z.string(),
  expected: z.object({ buyAverage: z.number(), sellAverage: z.number(), fees: z.number(), net: z.number() }),
  /** Null while something is open on one side alone. */
  net: z.number().nullable(),
  /** Null where they cannot be converted. */
  fees: z.number().nullable(),
  /** What worse prices than expected have cost; negative if they were better. */
  slippage: z.number().nullable(),
  /** Milliseconds between the moments at which the orders have left; null where that is not known. */
  apart: z.number().nullable(),
  buy: attemptLeg,
  sell: attemptLeg,
})
export type ArbitrageAttempt = z.infer<typeof arbitrageAttempt>

const askedLeg = z.strictObject({ accountId: uuid, instrumentId, limitPrice: orderPrice })

export const executeArbitrage = endpoint({
  method: 'POST',
  path: '/api/arbitrage/attempts',
  auth: 'user',
  summary: 'Buy at one market and sell at another at the same moment; both orders are sent, or neither',
  api: TRADE,
  audit: { action: 'arbitrage-executed', details: ['quantity', 'policy'] },
  params: nothing,
  query: nothing,
  body: z.strictObject({
    key: ticketKey,
    quantity: orderQuantity,
    buy: askedLeg,
    sell: askedLeg,
    /** At the limits of both orders, and of a leg that is kept, in the currency of the account that buys. */
    maxLoss: orderPrice,
    /** What becomes of one order if the other one fails. */
    policy: z.enum(ATTEMPT_POLICIES),
    /** Where a leg that is kept has its stop; null: where the maximum loss is reached. */
    buyStop: orderPrice.nullable().default(null),
    sellStop: orderPrice.nullable().default(null),
    age: orderAge,
  }),
  response: arbitrageAttempt,
})

export const listArbitrageAttempts = endpoint({
  method: 'GET',
  path: '/api/arbitrage/attempts',
  auth: 'user',
  summary: 'What was bought at one market and sold at another, newest first: expected, and what has come of it',
  api: READ,
  params: nothing,
  query: z.strictObject({ limit: queryNumber(1, 100).default(50) }),
  body: nothing,
  response: z.array(arbitrageAttempt),
})

export const getArbitrageAttempt = endpoint({
  method: 'GET',
  path: '/api/arbitrage/attempts/:id',
  auth: 'user',
  summary: 'How far buying at one market and selling at another has come',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: arbitrageAttempt,
})
