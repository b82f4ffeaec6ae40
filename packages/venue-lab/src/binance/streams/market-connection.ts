import type { FaultySocket } from '../../faults/faulty-socket.ts'

const MAX_STREAMS = 1024

interface Command {
  readonly method?: unknown
  readonly params?: unknown
  readonly id?: unknown
}

/** One client of the market streams, and what it has subscribed to. The venue accepts names that it does not know. */
export class MarketConnection {
  readonly streams: Set<string>
  readonly socket: FaultySocket
  #isCombined: boolean

  constructor(socket: FaultySocket, streams: readonly string[], isCombined: boolean) {
    this.socket = socket
    this.streams = new Set(streams)
    this.#isCombined = isCombined
  }

  send(stream: string, data: string): void {
    if (!this.streams.has(stream)) return
    this.socket.send(stream, this.#isCombined ? `{"stream":"${stream}","data":${data}}` : data)
  }

  /** Answers SUBSCRIBE, UNSUBSCRIBE, LIST_SUBSCRIPTIONS and the property `combined`. */
  answer(text: string): void {
    const command = parse(text)
    const id = idOf(command)
    if (command === null) return this.#refuse(3, 'Invalid JSON: expected value at line 1 column 1', null)
    if (id === undefined) return this.#refuse(2, 'Invalid request: request ID must be an unsigned integer', null)
    const names = Array.isArray(command.params) ? (command.params as unknown[]) : []
    switch (command.method) {
      case 'SUBSCRIBE':
      case 'UNSUBSCRIBE':
        return this.#change(command.method, names, id)
      case 'LIST_SUBSCRIPTIONS':
        return this.#reply({ result: [...this.streams], id })
      case 'SET_PROPERTY':
        this.#isCombined = names[1] === true
        return this.#reply({ result: null, id })
      case 'GET_PROPERTY':
        return this.#reply({ result: this.#isCombined, id })
      default:
        return this.#refuse(2, `Invalid request: unknown variant \`${String(command.method)}\``, id)
    }
  }

  #change(method: 'SUBSCRIBE' | 'UNSUBSCRIBE', names: readonly unknown[], id: Id): void {
    if (names.length === 0 || names.some((name) => typeof name !== 'string' || name === ''))
      return this.#refuse(2, 'Invalid request: params must be an array of stream names', id)
    for (const name of names as readonly string[]) {
      if (method === 'SUBSCRIBE') this.streams.add(name)
      else this.streams.delete(name)
    }
    if (this.streams.size > MAX_STREAMS) return this.socket.close(1008, 'Too many streams')
    this.#reply({ result: null, id })
  }

  #refuse(code: number, msg: string, id: Id): void {
    this.#reply({ error: { code, msg }, id })
  }

  #reply(answer: object): void {
    this.socket.send('response', JSON.stringify(answer))
  }
}

type Id = number | string | null

function idOf(command: Command | null): Id | undefined {
  const id = command?.id
  if (id === null || (typeof id === 'number' && Number.isInteger(id))) return id
  return typeof id === 'string' && id.length <= 36 ? id : undefined
}

function parse(text: string): Command | null {
  try {
    const command: unknown = JSON.parse(text)
    return typeof command === 'object' && command !== null ? command : null
  } catch {
    return null
  }
}
