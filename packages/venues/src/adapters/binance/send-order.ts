import type { OrderAnswer } from '../../ports/order-gateway.ts'
import { classifyError } from './classify-error.ts'
import { OrderDenied, type OrderParams } from './order-request.ts'
import type { SignedRest } from './signed-rest.ts'
import { type SymbolRules, symbolOf } from './symbol-rules.ts'

export interface OrderRequest<Answer> {
  readonly path: string
  readonly priority: 'urgent' | 'order'
  readonly instrumentId: string
  /** Throws OrderDenied for what must not be sent. */
  readonly build: (rules: SymbolRules) => OrderParams
  readonly read: (body: unknown) => Answer
  readonly classify?: (error: unknown) => Answer | NotAccepted
}

type NotAccepted = Exclude<OrderAnswer, { readonly kind: 'ACCEPTED' }>

/** Sends a request that may trade, once, and nothing unless it says what is meant. */
export async function sendOrder<Answer>(
  rest: SignedRest,
  { path, priority, instrumentId, build, read, classify = classifyError }: OrderRequest<Answer>,
): Promise<Answer | NotAccepted> {
  let params: OrderParams
  try {
    await rest.sampleTime()
    const rules = (await rest.symbols.read()).get(symbolIn(instrumentId))
    if (!rules) throw new OrderDenied('Instrument not available')
    params = build(rules)
  } catch (error) {
    // So far, nothing was sent that could be executed.
    return { kind: 'REFUSED', reason: error instanceof Error ? error.message : 'The order could not be prepared' }
  }
  if (rest.skew.level === 'no-orders' && priority !== 'urgent')
    return { kind: 'REFUSED', reason: `The clock is ${Math.abs(rest.skew.ms)} ms off that of Binance` }
  try {
    return read(await rest.send({ method: 'POST', path, weight: 1, priority }, params))
  } catch (error) {
    return classify(error)
  }
}

export function symbolIn(instrumentId: string): string {
  const symbol = symbolOf(instrumentId)
  if (symbol === null) throw new OrderDenied('Instrument not available')
  return symbol
}
