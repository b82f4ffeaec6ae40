import type { ServerMessage } from '@tradeloom/contracts'
import type { WebSocket } from 'ws'
import type { Login } from '../../features/users/login.ts'

/** Above this a client is slow: it gets no more progress, only the latest once it has caught up. */
const SLOW_BYTES = 256 * 1024
/** Above this it is as good as gone, and holds memory. */
const LOST_BYTES = 8 * 1024 * 1024
/** More topics than any screen has. */
export const MOST_TOPICS = 200

/** One browser tab. */
export class Client {
  readonly socket: WebSocket
  /** Null for a visitor. */
  readonly login: Login | null
  readonly topics = new Set<string>()
  isAlive = true
  /** Requests that are being answered. */
  pending = 0
  /** The newest number of each thing that changes often, until the next flush. */
  readonly #latest = new Map<string, string>()

  constructor(socket: WebSocket, login: Login | null) {
    this.socket = socket
    this.login = login
  }

  get userId(): string | null {
    return this.login?.user.id ?? null
  }

  send(message: ServerMessage): void {
    this.sendText(JSON.stringify(message))
  }

  sendText(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > LOST_BYTES) this.socket.terminate()
    else this.socket.send(text)
  }

  /** Kept until the next flush; a newer one of the same key takes its place. */
  queueLatest(key: string, text: string): void {
    this.#latest.set(key, text)
  }

  /** What came before is out of date. */
  forget(key: string): void {
    this.#latest.delete(key)
  }

  flush(): void {
    if (this.#latest.size === 0 || this.socket.bufferedAmount > SLOW_BYTES) return
    for (const text of this.#latest.values()) this.sendText(text)
    this.#latest.clear()
  }
}
