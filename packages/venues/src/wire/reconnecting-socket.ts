import type { VenueClock } from '../ports/venue-clock.ts'
import { Pauses } from './pauses.ts'
import type { OpenSocket, VenueSocket } from './venue-socket.ts'

const FIRST_PAUSE_MS = 500

export interface ReconnectingSocketOptions {
  readonly clock: VenueClock
  readonly url: string
  readonly openSocket: OpenSocket
  /** As reasons name it. */
  readonly venueName: string
  /** A connection is renewed before the venue ends it. */
  readonly lifeMs: number
  readonly pingMs: number
  /** Without any message for that long, a connection is dead. */
  readonly silenceMs: number
  /** Until when nothing may be sent, UTC milliseconds; null while it may. */
  silentUntil(): number | null
  /** Before each connection. */
  prepare(): Promise<void>
  opened(): void
  message(text: string): void
  /** Sends something that the venue answers. */
  ping(): void
  /** Connected again after a pause. */
  lost(reason: string): void
}

/** A connection that is opened again, after pauses that grow, until it is closed. While requests are forbidden, it sends nothing. */
export class ReconnectingSocket {
  readonly #options: ReconnectingSocketOptions
  readonly #pauses: Pauses
  #socket: VenueSocket | null = null
  #isClosed = false
  #openedAt = 0
  #heardAt = 0
  #cancelPause = (): void => {}
  #cancelLook = (): void => {}

  constructor(options: ReconnectingSocketOptions) {
    this.#options = options
    this.#pauses = new Pauses(options.clock, FIRST_PAUSE_MS)
    void this.#open()
  }

  send(text: string): void {
    this.#socket?.send(text)
  }

  /** Ends the connection, and opens the next one after a pause. */
  lose(reason: string): void {
    if (this.#isClosed) return
    const { clock, lost } = this.#options
    this.#end()
    this.#cancelPause = clock.at(this.#pauses.endAfter(this.#openedAt), () => void this.#open())
    lost(reason)
  }

  close(): void {
    this.#isClosed = true
    this.#end()
    this.#cancelPause()
  }

  async #open(): Promise<void> {
    const { clock, openSocket, url, venueName, silentUntil, prepare, opened, message } = this.#options
    const until = silentUntil()
    if (until !== null) {
      this.#cancelPause = clock.at(until, () => void this.#open())
      return
    }
    await prepare()
    if (this.#isClosed) return
    this.#openedAt = clock.now()
    this.#heardAt = clock.now()
    this.#socket = openSocket(url, {
      opened: () => {
        opened()
        this.#look()
      },
      message: (text) => {
        this.#heardAt = clock.now()
        message(text)
      },
      lost: () => this.lose(`The connection to ${venueName} was lost`),
    })
  }

  /** The venue answers, or the connection is dead, or it is too old. */
  #look(): void {
    const { clock, venueName, silenceMs, lifeMs, pingMs, silentUntil, ping } = this.#options
    const now = clock.now()
    // Nothing is asked meanwhile, so nothing has to be answered; what happens is heard all the same.
    const isForbidden = silentUntil() !== null
    if (isForbidden) this.#heardAt = now
    if (now - this.#heardAt >= silenceMs) return this.lose(`${venueName} is silent`)
    if (now - this.#openedAt >= lifeMs) return this.lose(`The connection to ${venueName} is renewed`)
    if (!isForbidden) ping()
    this.#cancelLook = clock.at(now + pingMs, () => this.#look())
  }

  #end(): void {
    this.#cancelLook()
    this.#socket?.close()
    this.#socket = null
  }
}
