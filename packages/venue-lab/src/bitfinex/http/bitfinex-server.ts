import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, answerFaultily, readBody, REFUSAL_MS } from '../../faults/faulty-answer.ts'
import type { FaultPlan } from '../../faults/fault-plan.ts'
import type { LabClock } from '../../lab-clock.ts'
import { labServer } from '../../lab-server.ts'
import { RequestLog } from '../../request-log.ts'
import type { BitfinexAccount } from '../trading/account.ts'
import { BitfinexError } from './bitfinex-error.ts'
import { BITFINEX_WORDS } from './bitfinex-words.ts'
import { answerPrivate, type PrivateContext } from './private-routes.ts'
import { answerPublic, type PublicContext } from './public-routes.ts'
import { authenticate } from './signature.ts'

const AUTH = '/v2/auth/'
const SUBMIT = `${AUTH}w/order/submit`

export interface ServerParts extends PublicContext, PrivateContext {
  readonly clock: LabClock
  readonly plan: FaultPlan
  readonly accounts: readonly BitfinexAccount[]
}

/** The REST side of the stand-in, and what was requested of it. */
export function bitfinexServer(parts: ServerParts) {
  const { clock, plan, accounts } = parts
  const log = new RequestLog<number>(clock)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://lab')
    const name = `${request.method} ${url.pathname}`
    const body = await readBody(request)
    log.note(name, url.pathname === SUBMIT ? numbersIn(body) : [])
    const fault = plan.ofRequest(name)
    if (fault?.do === '429') log.forbid(fault.ms ?? REFUSAL_MS)
    const later = (ms: number, run: () => void): void => void clock.at(clock.now() + ms, run)
    answerFaultily(fault, BITFINEX_WORDS, { request, response, later }, () =>
      answered(() => {
        if (!url.pathname.startsWith(AUTH)) return answerPublic(parts, url)
        const key = authenticate(accounts, signedBy(request, url, body))
        const asked = JSON.parse(body) as Readonly<Record<string, unknown>>
        return answerPrivate(parts, key, url.pathname.slice(AUTH.length), asked)
      }),
    )
  }
  return { http: labServer(answer), log }
}

function answered(work: () => unknown): Answer {
  try {
    const body = work()
    return body === undefined
      ? { status: 404, body: ['error', 10_020, 'path: invalid'], headers: {} }
      : { status: 200, body, headers: {} }
  } catch (error) {
    if (!(error instanceof BitfinexError)) throw error
    return { status: 500, body: error.body, headers: {} }
  }
}

function signedBy({ headers }: IncomingMessage, { pathname }: URL, body: string) {
  const nonce = headers['bfx-nonce']
  const payload = `/api${pathname}${String(nonce)}${body}`
  return { apiKey: headers['bfx-apikey'], nonce, signature: headers['bfx-signature'], payload }
}

function numbersIn(body: string): readonly number[] {
  const { cid, cid_oco } = JSON.parse(body) as { readonly cid?: number; readonly cid_oco?: number }
  return [cid, cid_oco].flatMap((one) => one ?? [])
}
