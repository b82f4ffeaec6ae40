import { TOO_OLD } from '@tradeloom/trading'
import type { OrderAnswer, Refusal } from '../../ports/order-gateway.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import { classifyError } from './classify-error.ts'
import type { InstrumentList } from './instrument-list.ts'
import type { InstrumentRules } from './instrument-rules.ts'
import type { OandaRest, OandaRequest } from './oanda-rest.ts'
import type { Fields } from './read-fields.ts'

/** One request that may trade. */
export interface Prepared<Answer> extends Pick<OandaRequest, 'method' | 'path'> {
  readonly body: object
  readonly read: (body: Fields) => Answer
}

export interface OrderRequest<Answer> {
  readonly priority: 'urgent' | 'order'
  readonly instrumentId: string
  /** Nothing is sent later, UTC milliseconds. */
  readonly until?: number | undefined
  /** May ask the venue. Throws OrderDenied for what must not be sent. */
  readonly prepare: (rules: InstrumentRules) => Prepared<Answer> | Promise<Prepared<Answer>>
}

export type NotAccepted = Exclude<OrderAnswer, { readonly kind: 'ACCEPTED' }>

/** Sends a request that may trade, once. */
export async function sendOrder<Answer>(
  { rest, list }: { readonly rest: OandaRest; readonly list: InstrumentList },
  { priority, instrumentId, until = Infinity, prepare }: OrderRequest<Answer>,
): Promise<Answer | NotAccepted> {
  let prepared: Prepared<Answer>
  try {
    const rules = (await list.readSoon()).get(instrumentId)
    if (!rules) return { kind: 'REFUSED', reason: 'Instrument not available', isForNow: true }
    prepared = await prepare(rules)
  } catch (error) {
    return notSent(error)
  }
  // What was asked before may have taken long.
  if (rest.now() > until) return { kind: 'REFUSED', reason: TOO_OLD, isForNow: true, isUnsent: true }
  const { read, ...request } = prepared
  try {
    return read(await rest.send({ ...request, priority }))
  } catch (error) {
    return classifyError(error)
  }
}

/** So far, nothing was sent that could be executed. */
function notSent(error: unknown): Refusal {
  if (error instanceof OrderDenied) return { kind: 'REFUSED', reason: error.message }
  const reason = error instanceof Error ? error.message : 'The order could not be prepared'
  return { kind: 'REFUSED', reason, isForNow: true }
}
