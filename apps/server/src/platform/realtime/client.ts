import type { ServerMessage } from '@tradeloom/contracts'
import type { WebSocket } from 'ws'
import type { Login } from '../auth/login.ts'
import type { Party } from '../http/fair-queue.ts'
import { type Allowance, giveBack, take } from './allowance.ts'

/** Above this a client is slow: it gets no more progress, only the latest once it has caught up. */
const SLOW_BYTES = 256 * 1024
/** Above this it is as good as gone, and holds memory; the longest answer alone fits in. */
const MAX_BYTES = 24 * 1024 * 1024

export interface ClientOptions {
  readonly socket: WebSocket
  /** Null for a visitor. */
  readonly login: Login | null
  /** Its own, its user's and its address's. */
  readonly allowances: readonly Allowance[]
  /** Who pays for expensive work. */
  readonly parties: readonly [Party, ...Party[]]
}

/** One browser tab. */
export class Client {
  readonly socket: WebSocket
  readonly login: Login | null
  readonly parties: readonly [Party, ...Party[]]
  readonly topics = new Set<string>()
  isAlive = true
  readonly #allowances: readonly Allowance[]
  /** The newest number of each thing that changes often, until the next flush. */
  readonly #latest = new Map<string, string>()
  #latestBytes = 0

  constructor(options: ClientOptions) {
    this.socket = options.socket
    this.login = options.login
    this.parties = options.parties
    this.#allowances = options.allowances
  }

  get userId(): string | null {
    return this.login?.user.id ?? null
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  /** What the server keeps for it in memory. */
  get bytes(): number {
    return this.socket.bufferedAmount + this.#latestBytes
  }

  get isSlow(): boolean {
    return this.bytes > SLOW_BYTES
  }

  /** False when it says too much. */
  hears(now: number): boolean {
    return this.#allowances.every((one) => one.spend(1, now))
  }

  /** Takes the topic before anything is looked up, so that no number of them at once is too many. */
  takeTopic(topic: string): boolean {
    if (this.topics.has(topic)) return true
    if (!take(this.#allowances, 'topics')) return false
    this.topics.add(topic)
    return true
  }

  dropTopic(topic: string): void {
    if (this.topics.delete(topic)) giveBack(this.#allowances, 'topics')
  }

  /** Takes one of the few answers that it may wait for at a time; false when there are too many. */
  beginAnswer(): boolean {
    return take(this.#allowances, 'pending')
  }

  endAnswer(): void {
    giveBack(this.#allowances, 'pending')
  }

  send(message: ServerMessage): void {
    this.sendText(JSON.stringify(message))
  }

  sendText(text: string): void {
    if (!this.isOpen) return
    if (this.bytes > 0 && this.bytes + text.length > MAX_BYTES) this.socket.terminate()
    else this.socket.send(text)
  }

  /** The other end wants to know whether this one is there. */
  pong(data: Buffer): void {
    if (this.isOpen && !this.isSlow) this.socket.pong(data)
  }

  /** Kept until the next flush; a newer one of the same key takes its place. */
  queueLatest(key: string, text: string): void {
    this.forget(key)
    if (this.bytes + text.length > MAX_BYTES) return this.socket.terminate()
    this.#latest.set(key, text)
    this.#latestBytes += text.length
  }

  /** What came before is out of date. */
  forget(key: string): void {
    this.#latestBytes -= this.#latest.get(key)?.length ?? 0
    this.#latest.delete(key)
  }

  flush(): void {
    if (this.#latest.size === 0 || this.socket.bufferedAmount > SLOW_BYTES) return
    const texts = [...this.#latest.values()]
    this.#latest.clear()
    this.#latestBytes = 0
    for (const text of texts) this.sendText(text)
  }
}
