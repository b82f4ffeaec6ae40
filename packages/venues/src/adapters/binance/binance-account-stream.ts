import type { AccountMessage, AccountStream } from '../../ports/account-stream.ts'
import { ReconnectingSocket } from '../../wire/reconnecting-socket.ts'
import type { OpenSocket } from '../../wire/venue-socket.ts'
import { CONNECTION_LIFE_MS } from './binance-limits.ts'
import { FillCheck } from './fill-check.ts'
import { readBalance, readReport, readTransfer } from './read-account.ts'
import { signatureOf } from './sign-query.ts'
import { SPOT_WIRE } from './spot-wire.ts'
import { OFF_TIME, RECEIVE_WINDOW_MS, SignedRest, type SignedRestOptions } from './signed-rest.ts'

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
  readonly #socket: ReconnectingSocket
  #checks = new FillCheck()

  constructor(options: AccountStreamOptions) {
    const { clock, wsApi, openSocket, sink } = options
    this.#options = options
    this.#rest = new SignedRest(options, SPOT_WIRE)
    this.#socket = new ReconnectingSocket({
      clock,
      url: wsApi,
      openSocket,
      venueName: 'Binance',
      lifeMs: CONNECTION_LIFE_MS,
      pingMs: 10_000,
      silenceMs: 25_000,
      silentUntil: () => this.#rest.silentUntil,
      // Without an answer, the clocks are taken to be the same; if they are not, the venue says so.
      prepare: () => this.#rest.sampleTime().catch(() => undefined),
      opened: () => this.#subscribe(),
      message: (text) => this.#take(text),
      ping: () => this.#send(PING, 'ping'),
      lost: (reason) => {
        this.#checks = new FillCheck()
        sink({ kind: 'lost', reason })
      },
    })
  }

  close(): void {
    this.#socket.close()
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
    this.#socket.send(JSON.stringify({ id, method, ...(params ? { params } : {}) }))
  }

  #take(text: string): void {
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
    this.#socket.lose(reason)
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
        return this.#socket.lose('Binance has ended the stream')
      default:
      // Of other things, the other events tell.
    }
  }

  /** What happened before may have been missed. */
  #readAgain(): void {
    this.#options.sink({ kind: 'connected' })
  }
}
