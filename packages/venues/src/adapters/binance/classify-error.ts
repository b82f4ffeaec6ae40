import type { OrderAnswer } from '../../ports/order-gateway.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import { BinanceError } from './binance-error.ts'

/** Codes that say that nothing was done. */
const DEFINITIVE = new Set([
  -1003, -1013, -1014, -1015, -1016, -1020, -1021, -1022, -1034, -2008, -2014, -2015, -2018, -2019, -2021, -2022, -5021,
  -5022,
])
/** Of those, what says nothing about the order: the same request may be accepted in a while. */
const FOR_NOW = new Set([-1003, -1015, -1016, -1021, -1034])
const CLOSED = /market is closed/i
/** An order of that name exists, or there is none: only a look-up tells. */
const QUESTIONS = new Set([-4116, -2011, -2013])
const DUPLICATE = /duplicate order sent/i
const REJECTED = -2010

/** What a failed request means for its order: by the venue's code, then its text, then the status of HTTP. */
export function classifyError(error: unknown): Exclude<OrderAnswer, { kind: 'ACCEPTED' }> {
  if (error instanceof OrderDenied) return { kind: 'REFUSED', reason: error.message }
  if (!(error instanceof BinanceError)) return { kind: 'UNKNOWN', reason: 'The answer could not be read' }
  const { message: reason } = error
  if (!isDefinitive(error)) return { kind: 'UNKNOWN', reason }
  return isForNow(error) ? { kind: 'REFUSED', reason, isForNow: true } : { kind: 'REFUSED', reason }
}

function isForNow({ code, status, isSent, message }: BinanceError): boolean {
  return !isSent || status === 429 || status === 418 || FOR_NOW.has(code ?? NaN) || CLOSED.test(message)
}

function isDefinitive({ code, status, isSent, message }: BinanceError): boolean {
  if (!isSent) return true
  if (code !== null) {
    if (code === REJECTED) return !DUPLICATE.test(message)
    if (QUESTIONS.has(code)) return false
    if (DEFINITIVE.has(code) || (code <= -1100 && code > -1200) || (code <= -4000 && code > -5000)) return true
  }
  // The venue did not look at it.
  return status === 429 || status === 418
}
