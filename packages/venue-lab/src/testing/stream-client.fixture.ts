import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A client of a stand-in's WebSockets that remembers everything that it was sent. */
export class StreamClient {
  readonly texts: string[] = []
  readonly socket: WebSocket
  /** The code with which the connection was closed. */
  closed: number | null = null

  private constructor(url: string) {
    this.socket = new WebSocket(url)
    this.socket.on('message', (data: Buffer) => this.texts.push(data.toString()))
    this.socket.on('close', (code) => (this.closed = code))
    this.socket.on('error', () => {})
  }

  static async open(url: string): Promise<StreamClient> {
    const client = new StreamClient(url)
    await once(client.socket, 'open')
    return client
  }

  get messages(): readonly Message[] {
    return this.texts.map((text) => JSON.parse(text) as Message)
  }

  /** Resolves once that many messages have come. */
  async count(messages: number): Promise<readonly Message[]> {
    while (this.texts.length < messages) await once(this.socket, 'message')
    return this.messages
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }
}

/** Loosely, as a test looks at them. */
export interface Message {
  readonly stream?: string
  readonly data?: Message
  readonly event?: Message
  readonly [field: string]: unknown
}
