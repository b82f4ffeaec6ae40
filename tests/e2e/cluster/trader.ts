import { HttpClient, signUp, SocketClient } from '@tradeloom/testkit'
import { lastWholeMonth, slowScript } from '../slow-runs.ts'
import type { Member } from './cluster.ts'

/** A user who queues backtests on one server and watches them over a socket of another. */
export class Trader {
  readonly #cookies: HttpClient
  readonly #settings: object
  #socket: SocketClient | null = null

  static async register(name: string, server: Member): Promise<Trader> {
    const client = await signUp(server.url, name)
    const { id } = (await client.post('/api/algorithms', { name: 'Slow' })).json
    const saved = await client.post(`/api/algorithms/${id}/versions`, {
      script: slowScript(60),
      message: 'Slow on purpose',
    })
    return new Trader(client, {
      algorithmId: id,
      algorithmVersionId: saved.json.id,
      instrumentId: 'EURUSD:SIM',
      initialBalance: 10_000,
      ...lastWholeMonth(),
      interval: 'H1',
      resolution: 1,
      externals: {},
    })
  }

  private constructor(client: HttpClient, settings: object) {
    this.#cookies = client
    this.#settings = settings
  }

  async queue(server: Member): Promise<string> {
    const answer = await this.#on(server).call('POST', '/api/backtest', this.#settings)
    if (answer.status !== 200) throw new Error(`A backtest was rejected: ${answer.text}`)
    return answer.json.id
  }

  /** Opens a socket that receives the events of this trader's runs. */
  async watch(server: Member): Promise<void> {
    this.#socket?.close()
    this.#socket = await new SocketClient(this.#on(server)).opened()
    this.#socket.send({ type: 'subscribe', topic: 'backtests' })
  }

  get isConnected(): boolean {
    return this.#socket?.socket.readyState === WebSocket.OPEN
  }

  /** Runs that the socket has not shown as completed. */
  unseen(ids: readonly string[]): string[] {
    const seen = new Set(
      (this.#socket?.messages ?? []).flatMap((message) => {
        if (message.type !== 'event' || message.topic !== 'backtests') return []
        const { data } = message.payload as { data: { id?: string; status?: string } | null }
        return data?.status === 'Completed' && data.id !== undefined ? [data.id] : []
      }),
    )
    return ids.filter((id) => !seen.has(id))
  }

  /** Whether the socket has received an event of this name since it was opened. */
  wasTold(event: string): boolean {
    return (this.#socket?.messages ?? []).some((message) => message.type === 'event' && message.payload.event === event)
  }

  async statusOf(id: string, server: Member): Promise<string> {
    return (await this.#on(server).get(`/api/backtest/${id}`)).json.status
  }

  leave(): void {
    this.#socket?.close()
  }

  /** The same login on any server. */
  #on(server: Member): HttpClient {
    return this.#cookies.at(server.url)
  }
}
