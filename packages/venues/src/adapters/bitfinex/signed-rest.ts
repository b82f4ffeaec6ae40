import { createHmac } from 'node:crypto'
import { KeyRefused } from '../../ports/account-reader.ts'
import type { VenueClock } from '../../ports/venue-clock.ts'
import { VenueSilent } from '../../ports/venue-silent.ts'
import type { Priority } from '../../wire/rate-budget.ts'
import { BitfinexError, isOfKey, isOutOfTurn } from './bitfinex-error.ts'
import { BitfinexRest, type BitfinexRestOptions } from './bitfinex-rest.ts'
import { type KeyLine, lineOf } from './key-line.ts'
import { PairList } from './pair-list.ts'

export interface SignedRestOptions extends BitfinexRestOptions {
  readonly key: string
  readonly secret: string
  /** Where the venue lists its pairs. */
  readonly publicUrl: string
  /** Which of the account's wallets is worked on. */
  readonly wallet: Wallet
  /** Whatever is sent may use the whole rate budget. */
  readonly isUrgent?: boolean
}

/** The exchange wallet is a spot account; the margin wallet has positions. */
export type Wallet = 'exchange' | 'margin'

export type Body = Readonly<Record<string, unknown>>

/** Requests of one key, each sent once. */
export class SignedRest {
  readonly wallet: Wallet
  readonly pairs: PairList
  readonly #clock: VenueClock
  readonly #rest: BitfinexRest
  readonly #line: KeyLine
  readonly #key: string
  readonly #secret: string
  readonly #isUrgent: boolean

  constructor(options: SignedRestOptions) {
    const { clock, key, secret, publicUrl, wallet, isUrgent = false } = options
    this.#clock = clock
    this.#rest = new BitfinexRest(options)
    this.#line = lineOf(options)
    this.#key = key
    this.#secret = secret
    this.#isUrgent = isUrgent
    this.wallet = wallet
    this.pairs = new PairList(clock, new BitfinexRest({ ...options, url: publicUrl }))
  }

  /** UTC milliseconds here. */
  now(): number {
    return this.#clock.now()
  }

  /** Until when nothing may be sent, UTC milliseconds; null while requests are allowed. */
  get silentUntil(): number | null {
    return this.#rest.silentUntil
  }

  /** Below `/v2/auth/`. Throws BitfinexError. */
  async send(path: string, body: Body, priority: Priority): Promise<unknown> {
    const own = this.#isUrgent ? 'urgent' : priority
    const [whole, text] = [`/v2/auth/${path}`, JSON.stringify(body)]
    try {
      return await this.#line.send(own === 'urgent', (nonce) =>
        this.#rest.send({
          method: 'POST',
          path: whole,
          body: text,
          headers: {
            'Content-Type': 'application/json',
            'bfx-apikey': this.#key,
            'bfx-nonce': nonce,
            'bfx-signature': this.#sign(`/api${whole}${nonce}${text}`),
          },
          priority: own,
        }),
      )
    } catch (error) {
      if (isOutOfTurn(error)) this.#line.raise()
      throw error
    }
  }

  /** Of what trades nothing. Rejects with KeyRefused if the venue refuses the key, with VenueSilent while it wants nothing. */
  async read(path: string, body: Body = {}, priority: Priority = 'look-up'): Promise<unknown> {
    const until = this.silentUntil
    if (until !== null) throw new VenueSilent(until)
    try {
      return await this.send(path, body, priority).catch((error: unknown) => {
        // It was not looked at, so it may be asked again.
        if (isOutOfTurn(error)) return this.send(path, body, priority)
        throw error
      })
    } catch (error) {
      throw isOfKey(error) ? new KeyRefused((error as BitfinexError).message) : error
    }
  }

  /** Opens the authenticated channel with a message of this key; `answered` resolves when the venue has answered. */
  async authenticate(send: (text: string) => void, answered: Promise<void>): Promise<void> {
    await this.#line.send(true, (nonce) => {
      const authPayload = `AUTH${nonce}`
      const authSig = this.#sign(authPayload)
      send(JSON.stringify({ event: 'auth', apiKey: this.#key, authNonce: nonce, authPayload, authSig }))
      return answered
    })
  }

  /** The venue has refused a nonce. */
  raiseNonce(): void {
    this.#line.raise()
  }

  #sign(payload: string): string {
    return createHmac('sha384', this.#secret).update(payload).digest('hex')
  }
}
