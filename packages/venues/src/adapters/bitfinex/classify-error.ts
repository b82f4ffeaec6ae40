import type { OrderAnswer } from '../../ports/order-gateway.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import { BitfinexError, isLimited, isOfKey, isOutOfTurn } from './bitfinex-error.ts'

/** Codes of what is wrong with an order, and with a field of a request. */
const DEFINITIVE = new Set([10_001, 10_020])
const NOT_FOUND = /not found/i

/** What a failed request means for its order: by the venue's code, whatever the status of HTTP, which is 500 for refusals. */
export function classifyError(error: unknown): Exclude<OrderAnswer, { kind: 'ACCEPTED' }> {
  if (error instanceof OrderDenied) return { kind: 'REFUSED', reason: error.message }
  if (!(error instanceof BitfinexError)) return { kind: 'UNKNOWN', reason: 'The answer could not be read' }
  const { message: reason, code, isSent } = error
  // The venue did not look at it.
  if (!isSent || isLimited(error) || isOutOfTurn(error)) return { kind: 'REFUSED', reason, isForNow: true }
  if (isOfKey(error)) return { kind: 'REFUSED', reason }
  // It may have ended by itself.
  if (code === null || !DEFINITIVE.has(code) || NOT_FOUND.test(reason)) return { kind: 'UNKNOWN', reason }
  return { kind: 'REFUSED', reason }
}
