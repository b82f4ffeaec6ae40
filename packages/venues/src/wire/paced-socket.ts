import type { VenueClock } from '../ports/venue-clock.ts'
import type { OpenSocket, VenueSocket } from './venue-socket.ts'

export interface Pace {
  /** Between two messages: venues count them, and answers to pings, too. */
  readonly sendMs: number
  /** How often the other side has to show that it is alive, and how long it may say nothing at all. */
  readonly lookMs: number
  readonly silenceMs: number
}

export interface PacedSocketHandlers {
  message(text: string): void
  /** What to send next, asked only when it may be sent; null if there is nothing. */
  next(): string | null
  /** A question that shows that the other side is alive; null if there is none. */
  look(): string | null
  /** Once, also for silence, and if it never opened. */
  lost(): void
}

export interface PacedSocketOptions {
  readonly clock: VenueClock
  readonly open: OpenSocket
  readonly pace: Pace
  readonly handlers: PacedSocketHandlers
}

/** A connection that sends no more than a venue takes, and is given up when nothing arrives on it. */
export class PacedSocket {
  readonly #clock: VenueClock
  readonly #pace: Pace
  readonly #handlers: PacedSocketHandlers
  readonly #socket: VenueSocket
  #isOpen = false
  #isOver = false
  #sentAt = -Infinity
  #heardAt: number
  #cancelSend: (() => void) | null = null
  #cancelLook = (): void => {}

  constructor(url: string, { clock, open, pace, handlers }: PacedSocketOptions) {
    this.#clock = clock
    this.#pace = pace
    this.#handlers = handlers
    this.#heardAt = clock.now()
    this.#socket = open(url, {
      opened: () => {
        this.#isOpen = true
        this.#heardAt = clock.now()
        this.sendSoon()
        this.#look()
      },
      message: (text) => {
        this.#heardAt = clock.now()
        handlers.message(text)
      },
      lost: () => this.#end(),
    })
  }

  /** There may be something to send. */
  sendSoon(): void {
    while (this.#isOpen && !this.#isOver && this.#cancelSend === null) {
      const mayAt = this.#sentAt + this.#pace.sendMs
      if (mayAt > this.#clock.now()) {
        this.#cancelSend = this.#clock.at(mayAt, () => {
          this.#cancelSend = null
          this.sendSoon()
        })
        return
      }
      const text = this.#handlers.next()
      if (text === null) return
      this.#send(text)
    }
  }

  close(): void {
    this.#isOver = true
    this.#cancelSend?.()
    this.#cancelLook()
    this.#socket.close()
  }

  #end(): void {
    if (this.#isOver) return
    this.close()
    this.#handlers.lost()
  }

  #look(): void {
    const now = this.#clock.now()
    if (now - this.#heardAt >= this.#pace.silenceMs) return this.#end()
    const question = this.#handlers.look()
    if (question !== null) this.#send(question)
    this.#cancelLook = this.#clock.at(now + this.#pace.lookMs, () => this.#look())
  }

  #send(text: string): void {
    this.#sentAt = this.#clock.now()
    this.#socket.send(text)
  }
}
