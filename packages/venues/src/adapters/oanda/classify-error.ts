import type { OrderAnswer } from '../../ports/order-gateway.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import { OandaError } from './oanda-error.ts'

/** Words that say that the same request may be accepted in a while. */
const FOR_NOW = /HALTED|CLOSE_ONLY|_LOCKED|INSUFFICIENT_LIQUIDITY/
/** An order of that name exists, or there is none, or the venue itself does not know: only a look-up tells. */
const QUESTIONS = new Set([
  'CLIENT_ORDER_ID_ALREADY_EXISTS',
  'ORDER_DOESNT_EXIST',
  'NO_SUCH_ORDER',
  'INTERNAL_SERVER_ERROR',
])
/** Nothing was done: the request is wrong, or nobody may send it. */
const DEFINITIVE = new Set([400, 401, 403, 404, 405, 415, 429])

/** What a failed request means for its order: by the venue's word, then by the status of HTTP. */
export function classifyError(error: unknown): Exclude<OrderAnswer, { kind: 'ACCEPTED' }> {
  if (error instanceof OrderDenied) return { kind: 'REFUSED', reason: error.message }
  if (!(error instanceof OandaError)) return { kind: 'UNKNOWN', reason: 'The answer could not be read' }
  const { message: reason, code, status, isSent } = error
  if (!isSent || status === 429) return { kind: 'REFUSED', reason, isForNow: true }
  // A status without a word of the venue may come from a proxy in between.
  const isWorded = code !== null || status === 401 || status === 403
  if (!DEFINITIVE.has(status) || (code !== null && QUESTIONS.has(code)) || (!isWorded && status !== 400))
    return { kind: 'UNKNOWN', reason }
  return refused(reason, code)
}

/** Of a refusal in the venue's word. */
export function refused(reason: string, code: string | null): Extract<OrderAnswer, { kind: 'REFUSED' }> {
  return code !== null && FOR_NOW.test(code) ? { kind: 'REFUSED', reason, isForNow: true } : { kind: 'REFUSED', reason }
}
