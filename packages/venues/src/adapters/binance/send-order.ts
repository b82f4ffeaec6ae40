import { TOO_OLD } from '@tradeloom/trading'
import type { OrderAnswer, Refusal } from '../../ports/order-gateway.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import { classifyError } from './classify-error.ts'
import type { OrderParams } from './order-request.ts'
import type { SignedRest } from './signed-rest.ts'
import { type SymbolRules, symbolOf } from './symbol-rules.ts'

export interface OrderRequest<Answer> {
  readonly path: string
  readonly priority: 'urgent' | 'order'
  readonly instrumentId: string
  /** Nothing is sent later, UTC milliseconds. */
  readonly until?: number | undefined
  /** Throws OrderDenied for what must not be sent. */
  readonly build: (rules: SymbolRules) => OrderParams
  readonly read: (body: unknown) => Answer
  readonly classify?: (error: unknown) => Answer | NotAccepted
}

type NotAccepted = Exclude<OrderAnswer, { readonly kind: 'ACCEPTED' }>

/** Sends a request that may trade, once, and nothing unless it says what is meant. */
export async function sendOrder<Answer>(
  rest: SignedRest,
  { path, priority, instrumentId, until = Infinity, build, read, classify = classifyError }: OrderRequest<Answer>,
): Promise<Answer | NotAccepted> {
  let rules: SymbolRules | undefined
  let params: OrderParams
  try {
    await rest.sampleTime()
    rules = await rest.rulesOf(rest.symbolIn(instrumentId))
  } catch (error) {
    return { ...notSent(error), isForNow: !(error instanceof OrderDenied) }
  }
  // A symbol may be back after a while.
  if (!rules) return { kind: 'REFUSED', reason: 'Instrument not available', isForNow: true }
  try {
    params = build(rules)
  } catch (error) {
    return notSent(error)
  }
  if (rest.skew.level === 'no-orders' && priority !== 'urgent')
    return { kind: 'REFUSED', reason: `The clock is ${Math.abs(rest.skew.ms)} ms off that of Binance`, isForNow: true }
  // Clock and rules may have taken long.
  if (rest.now() > until) return { kind: 'REFUSED', reason: TOO_OLD, isForNow: true, isUnsent: true }
  try {
    return read(await rest.send({ method: 'POST', path, weight: 1, priority }, params))
  } catch (error) {
    return classify(error)
  }
}

/** So far, nothing was sent that could be executed. */
function notSent(error: unknown): Refusal {
  return { kind: 'REFUSED', reason: error instanceof Error ? error.message : 'The order could not be prepared' }
}

export function symbolIn(instrumentId: string): string {
  const symbol = symbolOf(instrumentId)
  if (symbol === null) throw new OrderDenied('Instrument not available')
  return symbol
}
