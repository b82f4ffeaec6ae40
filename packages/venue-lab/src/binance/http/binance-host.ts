import type { IncomingMessage, Server } from 'node:http'
import type { Fault } from '../../faults/fault.ts'
import { FaultPlan } from '../../faults/fault-plan.ts'
import { REFUSAL_MS } from '../../faults/faulty-answer.ts'
import type { LabClock } from '../../lab-clock.ts'
import { labServer } from '../../lab-server.ts'
import { RequestLog } from '../../request-log.ts'
import { RateLimits, type RateLimit } from './rate-limits.ts'
import { answerRest, type RestContext } from './rest-server.ts'
import { accountOf, checkSignature, signedPayload } from './signature.ts'

const DEFAULT_AGE = 20

interface HostParts {
  readonly clock: LabClock
  readonly limits: RateLimit
  /** Parameters that name new orders. */
  readonly names: readonly string[]
  readonly seed?: number | undefined
  /** A fault of connections. */
  readonly befall: (fault: Fault) => void
}

/** The REST host of a stand-in of Binance: limits, signatures, and what happens to requests. */
export class BinanceHost {
  readonly limits: RateLimits
  readonly plan: FaultPlan
  readonly log: RequestLog
  readonly #clock: LabClock
  readonly #names: readonly string[]
  #skew = 0
  #snapshotAge = 0

  constructor({ clock, limits, names, seed = 1, befall }: HostParts) {
    this.#clock = clock
    this.#names = names
    this.limits = new RateLimits(clock, limits)
    this.log = new RequestLog(clock)
    this.plan = new FaultPlan(clock, seed, (fault) => {
      if (fault.do === 'skew') this.#skew += fault.ms ?? 0
      else befall(fault)
    })
  }

  /** The clock of the venue, which a fault may have moved. */
  readonly now = (): number => this.#clock.now() + this.#skew
  readonly skew = (): number => this.#skew
  /** By how many updates the next snapshot of a book is too old. */
  readonly snapshotAge = (): number => this.#snapshotAge

  server<Account extends { readonly secret: string }>(
    accounts: { find(apiKey: string): Account | null },
    routes: Pick<RestContext<Account>, 'open' | 'signed' | 'keyed'>,
  ): Server {
    const clock = this.#clock
    const context: RestContext<Account> = {
      ...routes,
      limits: this.limits,
      authenticate: (request, params) => {
        const account = accountOf(accounts, request.apiKey)
        checkSignature(account, params, signedPayload(request), this.now())
        return account
      },
      recognize: ({ apiKey }) => accountOf(accounts, apiKey),
      faultOf: (name) => this.plan.ofRequest(name),
      prepare: (fault) => this.#prepare(fault),
      later: (ms, run) => void clock.at(clock.now() + ms, run),
    }
    return labServer(async (request, response) => {
      this.#note(request)
      this.#snapshotAge = 0
      await answerRest(context, request, response)
    })
  }

  #note({ method, url }: IncomingMessage): void {
    const { pathname, searchParams } = new URL(url ?? '/', 'http://lab')
    // A rehearsal names no order.
    const isOrder = method === 'POST' && !pathname.endsWith('/test')
    const names = isOrder ? this.#names.flatMap((one) => searchParams.get(one) ?? []) : []
    this.log.note(`${method} ${pathname}`, names)
  }

  #prepare(fault: Fault): void {
    if (fault.do === 'skew') this.#skew += fault.ms ?? 0
    if (fault.do === '429' || fault.do === '418') this.log.forbid(fault.ms ?? REFUSAL_MS)
    if (fault.do === 'oldSnapshot') this.#snapshotAge = fault.updates ?? DEFAULT_AGE
  }
}
