import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { LabClock } from '../lab-clock.ts'
import type { Fault } from './fault.ts'
import type { FaultPlan } from './fault-plan.ts'
import { FaultyMessages } from './faulty-messages.ts'

/** How often the venue pings, and how long it waits for an answer. */
const PING_MS = 20_000
const PONG_MS = 60_000

/** One accepted connection: sends messages and lets happen to them what is planned. */
export class FaultySocket {
  readonly #socket: WebSocket
  readonly #wire: Duplex
  readonly #clock: LabClock
  readonly #messages: FaultyMessages
  readonly #stopPings: () => void
  #heard: number
  #isStalled = false
  #isHalfOpen = false

  constructor(socket: WebSocket, wire: Duplex, { clock, plan }: { clock: LabClock; plan: FaultPlan }) {
    this.#socket = socket
    this.#wire = wire
    this.#clock = clock
    const sending = {
      write: (text: string) => this.#write(text),
      cut: (text: string, bytes: number) => void wire.write(beginOf(text, bytes), () => wire.destroy()),
      befall: (fault: Fault) => this.befall(fault),
      otherwise: (fault: Fault, text: string) => this.#otherwise(fault, text),
    }
    this.#messages = new FaultyMessages(sending, { clock, plan })
    this.#heard = clock.now()
    socket.on('pong', () => (this.#heard = clock.now()))
    // A client that breaks off is no error of the stand-in.
    socket.on('error', () => socket.terminate())
    this.#stopPings = clock.every(PING_MS, () => this.#ping())
    socket.once('close', () => this.#stopPings())
  }

  /** Sends a message unless a fault forbids it. */
  send(name: string, text: string): void {
    if (!this.#isStalled && !this.#isHalfOpen) this.#messages.send(name, text)
  }

  /** What happens to the connection as a whole. */
  befall(fault: Fault): void {
    if (fault.do === 'close') this.#wire.destroy()
    else if (fault.do === 'stall') this.#isStalled = true
    else if (fault.do === 'halfOpen') this.#becomeHalfOpen()
    else if (fault.do === 'serverShutdown') this.announceShutdown()
  }

  announceShutdown(): void {
    this.#write(JSON.stringify({ e: 'serverShutdown', E: this.#clock.now() }))
  }

  close(code: number, reason: string): void {
    if (!this.#isHalfOpen) this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#wire.destroy()
  }

  /** What is sent between these two leaves in one piece. */
  hold(): void {
    this.#wire.cork()
  }

  letGo(): void {
    this.#wire.uncork()
  }

  /** Resolves once the client has taken in everything sent so far; at once if it cannot. */
  async delivered(): Promise<void> {
    if (this.#isHalfOpen || this.#socket.readyState !== WebSocket.OPEN) return
    const answered = new AbortController()
    this.#socket.ping()
    await Promise.race(
      ['pong', 'close'].map((event) => once(this.#socket, event, { signal: answered.signal }).catch(() => undefined)),
    )
    answered.abort()
  }

  #ping(): void {
    if (this.#isHalfOpen || this.#socket.readyState !== WebSocket.OPEN) return
    if (this.#clock.now() - this.#heard > PONG_MS) this.#socket.close(1008, 'Pong timeout')
    else this.#socket.ping(String(this.#clock.now()))
  }

  #becomeHalfOpen(): void {
    this.#isHalfOpen = true
    this.#wire.pause()
  }

  #write(text: string): void {
    if (!this.#isHalfOpen && this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  #otherwise(fault: Fault, text: string): void {
    if (fault.do !== 'serverShutdown') return
    this.#write(text)
    this.announceShutdown()
  }
}

/** The first bytes of a text frame, whose header announces all of it. */
function beginOf(text: string, bytes: number): Buffer {
  const payload = Buffer.from(text)
  const header = Buffer.alloc(10)
  header[0] = 0x81
  header[1] = 127
  header.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([header, payload.subarray(0, Math.min(bytes, payload.length - 1))])
}
