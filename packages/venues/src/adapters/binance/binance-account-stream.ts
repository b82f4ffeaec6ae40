import type { AccountMessage, AccountStream } from '../../ports/account-stream.ts'
import type { OpenSocket, VenueSocket } from '../../wire/venue-socket.ts'
import { FillCheck } from './fill-check.ts'
import { readBalance, readReport, readTransfer } from './read-account.ts'
import { signatureOf } from './sign-query.ts'
import { OFF_TIME, RECEIVE_WINDOW_MS, SignedRest, type SignedRestOptions } from './signed-rest.ts'

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
const GOOD_LIFE_MS = 60_000
/** The venue ends connections after a day. */
const LIFE_MS = 23 * 3_600_000
const PING_MS = 10_000
const SILENCE_MS = 25_000
const SUBSCRIBE = 1
const PING = 2

export interface AccountStreamOptions extends SignedRestOptions {
  readonly wsApi: string
  readonly openSocket: OpenSocket
  readonly sink: (message: AccountMessage) => void
}

interface Answer {
  readonly id?: unknown
  readonly status?: unknown
  readonly error?: { readonly code?: unknown; readonly msg?: unknown }
  readonly event?: Readonly<Record<string, unknown>>
}

/** What happens to one account, until it is closed. */
export class BinanceAccountStream implements AccountStream {
  readonly #options: AccountStreamOptions
  readonly #rest: SignedRest
  #checks = new FillCheck()
  #socket: VenueSocket | null = null
  #isClosed = false
  #pauseMs = FIRST_PAUSE_MS
  #openedAt = 0
  #heardAt = 0
  #cancelPause = (): void => {}
  #cancelLook = (): void => {}

  constructor(options: AccountStreamOptions) {
    this.#options = options
    this.#rest = new SignedRest(options)
    void this.#open()
  }

  close(): void {
    this.#isClosed = true
    this.#end()
    this.#cancelPause()
  }

  async #open(): Promise<void> {
    const { clock, openSocket, wsApi } = this.#options
    const until = this.#rest.silentUntil
    if (until !== null) {
      this.#cancelPause = clock.at(until, () => void this.#open())
      return
    }
    // Without an answer, the clocks are taken to be the same; if they are not, the venue says so.
    await this.#rest.sampleTime().catch(() => undefined)
    if (this.#isClosed) return
    this.#openedAt = clock.now()
    this.#heardAt = clock.now()
    this.#socket = openSocket(wsApi, {
      opened: () => {
        this.#subscribe()
        this.#look()
      },
      message: (text) => this.#take(text),
      lost: () => this.#lost('The connection to Binance was lost'),
    })
  }

  #subscribe(): void {
    const { key, secret } = this.#options
    const params = { apiKey: key, recvWindow: RECEIVE_WINDOW_MS, timestamp: this.#rest.venueNow() }
    // In alphabetical order, as the names above are.
    const payload = Object.entries(params)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    this.#send(SUBSCRIBE, 'userDataStream.subscribe.signature', { ...params, signature: signatureOf(payload, secret) })
  }

  #send(id: number, method: string, params?: object): void {
    this.#socket?.send(JSON.stringify({ id, method, ...(params ? { params } : {}) }))
  }

  /** The venue answers, or the connection is dead, or it is too old. */
  #look(): void {
    const { clock } = this.#options
    const now = clock.now()
    // Nothing is asked meanwhile, so nothing has to be answered; what happens is heard all the same.
    const isForbidden = this.#rest.silentUntil !== null
    if (isForbidden) this.#heardAt = now
    if (now - this.#heardAt >= SILENCE_MS) return this.#lost('Binance is silent')
    if (now - this.#openedAt >= LIFE_MS) return this.#lost('The connection to Binance is renewed')
    if (!isForbidden) this.#send(PING, 'ping')
    this.#cancelLook = clock.at(now + PING_MS, () => this.#look())
  }

  #take(text: string): void {
    this.#heardAt = this.#options.clock.now()
    try {
      const message = JSON.parse(text) as Answer
      if (message.event) this.#event(message.event)
      else if (message.id === SUBSCRIBE) this.#answer(message)
    } catch {
      // Something has happened that was not understood.
      this.#readAgain()
    }
  }

  #answer({ status, error }: Answer): void {
    if (status === 200) return this.#readAgain()
    const reason = `${typeof error?.msg === 'string' ? error.msg : 'The key was refused'} (${Number(error?.code)})`
    if (error?.code === OFF_TIME) this.#rest.forgetTime()
    // A key that is refused may be accepted again: its owner says when it is not to be tried any more.
    this.#lost(reason)
  }

  #event(event: Readonly<Record<string, unknown>>): void {
    const { sink } = this.#options
    switch (event['e']) {
      case 'executionReport': {
        const { order, fill } = readReport(event)
        if (fill) sink({ kind: 'fill', fill })
        sink({ kind: 'order', order })
        if (this.#checks.misses(order, fill)) this.#readAgain()
        return
      }
      case 'outboundAccountPosition':
        return sink({ kind: 'balances', balances: (event['B'] as readonly unknown[]).map(readBalance) })
      case 'balanceUpdate':
        return sink({ kind: 'transfer', transfer: readTransfer(event) })
      case 'eventStreamTerminated':
      case 'serverShutdown':
        return this.#lost('Binance has ended the stream')
      default:
      // Of other things, the other events tell.
    }
  }

  /** What happened before may have been missed. */
  #readAgain(): void {
    this.#options.sink({ kind: 'connected' })
  }

  #end(): void {
    this.#cancelLook()
    this.#socket?.close()
    this.#socket = null
  }

  #lost(reason: string): void {
    if (this.#isClosed) return
    const { clock, sink } = this.#options
    this.#end()
    this.#checks = new FillCheck()
    if (clock.now() - this.#openedAt >= GOOD_LIFE_MS) this.#pauseMs = FIRST_PAUSE_MS
    const pause = this.#pauseMs * (0.5 + clock.random() / 2)
    this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs * 2)
    this.#cancelPause = clock.at(clock.now() + pause, () => void this.#open())
    sink({ kind: 'lost', reason })
  }
}
