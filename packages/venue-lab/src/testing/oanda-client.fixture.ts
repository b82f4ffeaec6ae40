import { setImmediate as turn } from 'node:timers/promises'
import { NETTING_ACCOUNT, type OandaLab } from '../oanda/start-oanda-lab.ts'
import { DocumentReferee } from './oanda-document.fixture.ts'

const referee = new DocumentReferee()

/** Loosely, as a test looks at it. */
export type Json = Readonly<Record<string, unknown>>

export interface OandaAnswer {
  readonly status: number
  readonly body: Json
}

/** Talks to a stand-in, and compares all that it says with the venue's document. */
export class OandaClient {
  readonly #lab: OandaLab
  readonly #account: string
  readonly token: string

  constructor(lab: OandaLab, account = NETTING_ACCOUNT, token = lab.token) {
    this.#lab = lab
    this.#account = account
    this.token = token
  }

  /** `path`: below the account, if it does not begin with `/v3`. */
  async call(method: string, path: string, body: unknown = null): Promise<OandaAnswer> {
    const url = new URL(path.startsWith('/v3') ? path : `/v3/accounts/${this.#account}${path}`, this.#lab.rest)
    const answer = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: body === null ? null : JSON.stringify(body),
    })
    const json = (await answer.json()) as Json
    const differences = referee.ofAnswer(method, url.pathname, answer.status, json)
    if (differences.length > 0) throw new Error(`Not as in the document:\n${differences.join('\n')}`)
    return { status: answer.status, body: json }
  }

  order(order: Json): Promise<OandaAnswer> {
    return this.call('POST', '/orders', { order: { instrument: 'EUR_USD', ...order } })
  }

  /** Types and reasons of the journal from a transaction on. */
  async journal(after: number): Promise<readonly string[]> {
    const { body } = await this.call('GET', `/transactions/sinceid?id=${after}`)
    return (body['transactions'] as readonly Json[]).map(({ type, reason, rejectReason }) =>
      [type, rejectReason ?? reason].filter((part) => part !== undefined).join(' '),
    )
  }

  async stream(kind: 'pricing' | 'transactions', query = ''): Promise<LineClient> {
    const url = `${this.#lab.streams}/v3/accounts/${this.#account}/${kind}/stream${query}`
    const aborter = new AbortController()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${this.token}` }, signal: aborter.signal })
    return new LineClient(kind, answer, aborter)
  }
}

/** Resolves once that many requests have come to a stand-in. */
export async function arrived(lab: OandaLab, requests: number): Promise<void> {
  while (lab.requests.length < requests) await turn()
}

/** One stream, with everything that it was sent. */
export class LineClient {
  readonly status: number
  readonly texts: string[] = []
  isClosed = false
  readonly #kind: 'pricing' | 'transactions'
  readonly #aborter: AbortController

  constructor(kind: 'pricing' | 'transactions', answer: Response, aborter: AbortController) {
    this.#kind = kind
    this.status = answer.status
    this.#aborter = aborter
    void this.#read(answer)
  }

  get messages(): readonly Json[] {
    return this.texts.map((text) => JSON.parse(text) as Json)
  }

  /** Resolves once that many messages have come. */
  async count(messages: number): Promise<readonly Json[]> {
    while (this.texts.length < messages && !this.isClosed) await turn()
    return this.messages
  }

  async closed(): Promise<void> {
    while (!this.isClosed) await turn()
  }

  /** What is not as in the document. */
  get differences(): readonly string[] {
    return this.messages.flatMap((message) => referee.ofLine(this.#kind, message))
  }

  close(): void {
    this.#aborter.abort()
  }

  async #read(answer: Response): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for await (const chunk of answer.body ?? []) {
        const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
        rest = lines.pop() ?? ''
        this.texts.push(...lines)
      }
    } catch {
      // The stream broke, or the test has seen enough.
    }
    this.isClosed = true
  }
}
