import { KeyRefused } from '../../ports/account-reader.ts'
import type { VenueClock } from '../../ports/venue-clock.ts'
import { VenueSilent } from '../../ports/venue-silent.ts'
import { openBudget } from '../../wire/open-budget.ts'
import type { Priority, RateBudget } from '../../wire/rate-budget.ts'
import { type Fetch, NoAnswer, type VenueRequest, VenueRequests } from '../../wire/venue-requests.ts'
import { isOfKey, OandaError } from './oanda-error.ts'
import { REQUESTS } from './oanda-limits.ts'
import { type Fields, fieldsOf, rowsOf, textOf } from './read-fields.ts'
import { reasonWords } from './reason-words.ts'

export interface OandaRestOptions {
  readonly clock: VenueClock
  readonly url: string
  readonly token: string
  /** Of the accounts that the token opens; the first one that can be traded if omitted. */
  readonly accountNo?: string
  readonly fetch?: Fetch
  /** Where processes share what they may send, and until when the venue has forbidden all requests. */
  readonly sharedDir?: string | null
  /** Whatever is sent may use the whole rate budget. */
  readonly isUrgent?: boolean
}

export interface OandaRequest extends Pick<VenueRequest, 'method' | 'priority'> {
  /** Below the account. */
  readonly path: string
  readonly body?: object
}

/** After 429 without a time. */
const SILENCE_MS = 1_000
const LINKED =
  'This account is linked to MetaTrader 4. OANDA keeps no order names there, so Tradeloom could not tell what became of an order after a lost answer. Use an account that is not linked'
const REFUSED =
  'OANDA refuses the key. It may have been revoked, or belong to the other kind of account: practice and live accounts have keys of their own'
const NO_ACCOUNT = 'OANDA lists no account for this key'

/** Requests of one token about one account, each sent once. */
export class OandaRest {
  readonly budget: RateBudget
  readonly #clock: VenueClock
  readonly #options: OandaRestOptions
  readonly #requests: VenueRequests
  #account: string | null

  constructor(options: OandaRestOptions) {
    const { clock, url, fetch, accountNo = null, sharedDir = null } = options
    this.#clock = clock
    this.#options = options
    this.#account = accountNo
    this.budget = openBudget({ clock, url, sharedDir }, REQUESTS)
    this.#requests = new VenueRequests(this.budget, fetch)
  }

  /** UTC milliseconds here. */
  now(): number {
    return this.#clock.now()
  }

  get headers(): Readonly<Record<string, string>> {
    return { Authorization: `Bearer ${this.#options.token}`, 'Accept-Datetime-Format': 'RFC3339' }
  }

  /** Nothing is sent any more, and nobody waits for an answer. */
  close(): void {
    this.#requests.close()
  }

  /** The accounts that can be traded with the token. Rejects with KeyRefused if there is none. */
  async accounts(): Promise<readonly string[]> {
    const { accounts } = fieldsOf(await this.#read('/v3/accounts', 'look-up'))
    const all = rowsOf(accounts)
    const free = all.filter(({ mt4AccountID }) => mt4AccountID === undefined || mt4AccountID === null)
    if (free.length === 0) throw new KeyRefused(all.length > 0 ? LINKED : NO_ACCOUNT)
    return free.map(({ id }) => textOf(id))
  }

  async account(): Promise<string> {
    this.#account ??= (await this.accounts())[0] ?? null
    if (this.#account === null) throw new KeyRefused(NO_ACCOUNT)
    return this.#account
  }

  /** Of what may trade. Throws OandaError for everything that is not a readable answer with a status below 300. */
  async send({ path, ...request }: OandaRequest): Promise<Fields> {
    return this.#send({ ...request, path: `/v3/accounts/${await this.account()}${path}` })
  }

  /** Of what trades nothing. Rejects with KeyRefused if the key is refused, with VenueSilent while the venue wants nothing. */
  async read(path: string, priority: Priority = 'look-up'): Promise<Fields> {
    return this.#read(`/v3/accounts/${await this.account()}${path}`, priority)
  }

  /** Public data; waits until there is budget for it. */
  async history(path: string): Promise<Fields> {
    for (;;) {
      try {
        return await this.#send({ method: 'GET', path: `/v3${path}`, priority: 'history' })
      } catch (error) {
        if (!(error instanceof OandaError) || error.isSent) throw error
        const until = this.budget.retryAt(1, 'history')
        await new Promise<void>((resolve) => this.#clock.at(until, resolve))
      }
    }
  }

  async #read(path: string, priority: Priority): Promise<Fields> {
    const until = this.budget.silentUntil
    if (until !== null) throw new VenueSilent(until)
    try {
      return await this.#send({ method: 'GET', path, priority })
    } catch (error) {
      throw isOfKey(error) ? new KeyRefused(REFUSED) : error
    }
  }

  async #send({ method, path, priority, body }: OandaRequest): Promise<Fields> {
    const { url, isUrgent = false } = this.#options
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { ...this.headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
    const answer = await this.#requests
      .send({
        method,
        url: `${url}${path}`,
        headers,
        weight: 1,
        priority: isUrgent ? 'urgent' : priority,
        ...text,
      })
      .catch(unanswered)
    if (answer.status === 429) this.#beSilent(answer.headers)
    const read = parse(answer.text)
    if (answer.status < 300 && read !== null) return read
    throw refusal(answer.status, read)
  }

  #beSilent(headers: Headers): void {
    const seconds = Number(headers.get('retry-after') ?? NaN)
    this.budget.silence(this.#clock.now() + (seconds >= 0 ? seconds * 1_000 : SILENCE_MS))
  }
}

function unanswered(error: unknown): never {
  throw error instanceof NoAnswer ? new OandaError(error.message, { isSent: error.isSent }) : error
}

/** A refusal has a transaction that says why, or a code, or a text alone. */
function refusal(status: number, body: Fields | null): OandaError {
  if (body === null) return new OandaError(`HTTP ${status} without a readable answer`, { status })
  const rejects = Object.entries(body).filter(([name]) => name.endsWith('RejectTransaction'))
  const reasons = rejects.map(([, value]) => (value as Fields | null)?.['rejectReason'])
  const code = [...reasons, body['errorCode']].find((one) => typeof one === 'string') as string | undefined
  const message = typeof body['errorMessage'] === 'string' ? body['errorMessage'] : 'No reason was given'
  return new OandaError(code === undefined ? message : reasonWords(code), { status, code: code ?? null })
}

/** Null for what is not an object of JSON. */
function parse(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return null
  }
}
