import { SOCKET_PATH, type ServerMessage, serverMessage } from '@tradeloom/contracts'
import { WebSocket } from 'ws'
import type { HttpClient } from './http-client.ts'
import { inexactEvent } from './require-exact.ts'

/**
 * The socket side of a browser: every message is validated against the contract, unless `read` does less. One with an inexact
 * amount ends it.
 */
export class SocketClient {
  readonly messages: ServerMessage[] = []
  readonly socket: WebSocket
  readonly #waiting = new Set<() => void>()
  #end: string | null = null

  constructor(
    client: HttpClient,
    headers: Record<string, string> = {},
    read: (message: unknown) => ServerMessage = (message) => serverMessage.parse(message),
  ) {
    const cookie: Record<string, string> = client.cookie === '' ? {} : { cookie: client.cookie }
    this.socket = new WebSocket(client.base.replace('http', 'ws') + SOCKET_PATH, { headers: { ...cookie, ...headers } })
    this.socket.on('message', (bytes) => {
      const message = read(JSON.parse(String(bytes)))
      if (message.type === 'event') this.#end ??= inexactEvent(message)
      this.messages.push(message)
      for (const wake of this.#waiting) wake()
    })
    this.socket.on('close', (code, reason) => {
      this.#end = `${code} ${String(reason)}`
      for (const wake of this.#waiting) wake()
    })
  }

  async opened(): Promise<this> {
    await new Promise((done, fail) => {
      this.socket.once('open', done)
      this.socket.once('error', fail)
    })
    return this
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The first matching message, including those already received. */
  async next<Found extends ServerMessage>(fits: (message: ServerMessage) => message is Found): Promise<Found>
  async next(fits: (message: ServerMessage) => boolean): Promise<ServerMessage>
  async next(fits: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    for (;;) {
      const found = this.messages.find(fits)
      if (found) return found
      if (this.#end !== null) throw new Error(`The socket was closed before the message came: ${this.#end}`)
      await new Promise<void>((done) => {
        const wake = (): void => {
          this.#waiting.delete(wake)
          done()
        }
        this.#waiting.add(wake)
      })
    }
  }

  async request(channel: number, name: string, payload: unknown) {
    const id = this.messages.length * 1000 + Math.floor(performance.now())
    this.send({ type: 'request', id, channel, name, payload })
    const reply = await this.next((message) => message.type === 'reply' && message.id === id)
    if (reply.type !== 'reply') throw new Error('no reply')
    return reply
  }

  close(): void {
    this.socket.close()
  }
}
