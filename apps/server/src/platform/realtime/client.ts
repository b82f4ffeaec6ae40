import type { ServerMessage } from '@tradeloom/contracts'
import type { WebSocket } from 'ws'
import type { Login } from '../auth/login.ts'
import type { Party } from '../http/fair-queue.ts'
import { type Allowance, giveBack, take, takeInTurn } from './allowance.ts'

/** Above this, a client is slow and gets no events until it has read nearly everything. */
const SLOW_BYTES = 256 * 1024
const CAUGHT_UP_BYTES = 16 * 1024
/** Above this, a client is disconnected because it uses too much memory; a single answer may be longer. */
const MAX_BYTES = 24 * 1024 * 1024
/** Messages that wait for their turn; a page that connects again sends all of its own at once. */
const MAX_WAITING = 200

export interface ClientOptions {
  readonly socket: WebSocket
  /** Null for a visitor. */
  readonly login: Login | null
  /** The allowances of the socket, its user and its address. */
  readonly allowances: readonly Allowance[]
  /** The parties that its expensive requests are charged to. */
  readonly parties: readonly [Party, ...Party[]]
}

/** One browser tab, or one program. */
export class Client {
  readonly socket: WebSocket
  readonly topics = new Set<string>()
  isAlive = true
  #login: Login | null
  #parties: readonly [Party, ...Party[]]
  #allowances: readonly Allowance[]
  #isSlow = false
  #waiting = 0

  constructor(options: ClientOptions) {
    this.socket = options.socket
    this.#login = options.login
    this.#parties = options.parties
    this.#allowances = options.allowances
  }

  /** A visitor who has shown a key with the first message, so that nothing is counted yet. */
  become(login: Login, { allowances, parties }: Pick<ClientOptions, 'allowances' | 'parties'>): void {
    this.#login = login
    this.#parties = parties
    this.#allowances = allowances
  }

  get login(): Login | null {
    return this.#login
  }

  get parties(): readonly [Party, ...Party[]] {
    return this.#parties
  }

  get userId(): string | null {
    return this.#login?.user.id ?? null
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  /** Bytes in the server's memory that the client has not read. */
  get bytes(): number {
    return this.socket.bufferedAmount
  }

  /** Stays true until the client has caught up; otherwise it would switch on and off with every message. */
  get isSlow(): boolean {
    this.#isSlow = this.bytes > (this.#isSlow ? CAUGHT_UP_BYTES : SLOW_BYTES)
    return this.#isSlow
  }

  /** Counts a message from the client; false if there were too many. */
  accepts(now: number): boolean {
    return this.#allowances.every((one) => one.spend(1, now))
  }

  /** Counts the topic before any lookup, so that many simultaneous subscriptions cannot exceed the limit. */
  takeTopic(topic: string): boolean {
    if (this.topics.has(topic)) return true
    if (!take(this.#allowances, 'topics')) return false
    this.topics.add(topic)
    return true
  }

  dropTopic(topic: string): void {
    if (this.topics.delete(topic)) giveBack(this.#allowances, 'topics')
  }

  /** Waits until an answer may begin, and counts it; false if too many wait already. */
  async awaitAnswer(): Promise<boolean> {
    if (this.#waiting >= MAX_WAITING) return false
    this.#waiting += 1
    await takeInTurn(this.#allowances, 'pending')
    this.#waiting -= 1
    return true
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

  /** Answers a ping. */
  pong(data: Buffer): void {
    if (this.isOpen && !this.isSlow) this.socket.pong(data)
  }
}
