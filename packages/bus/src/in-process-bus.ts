import {
  type Bus,
  type ErrorHandler,
  type Message,
  type MessageHandler,
  type Payload,
  RequestError,
  type RequestHandler,
  type SubscribeOptions,
  type Subscription,
} from './bus.ts'
import { decode, encode } from './codec.ts'
import { deliver, errorText } from './deliver.ts'
import { checkPattern, checkSubject, matches } from './subject.ts'

interface Listener {
  readonly pattern: string
  readonly queue: string | null
  readonly handler: MessageHandler | RequestHandler
}

/** The bus of a single server. Messages are encoded as on a network. */
export function createInProcessBus(onError: ErrorHandler): Bus {
  const listeners = new Set<Listener>()
  const servers = new Set<Listener>()
  /** The next member of each queue. */
  const turns = new Map<string, number>()
  let isOpen = true

  /** One listener of each queue, and every listener without one. */
  function receivers(among: Set<Listener>, subject: string): Listener[] {
    const found: Listener[] = []
    const queues = new Map<string, Listener[]>()
    for (const listener of among) {
      if (!matches(listener.pattern, subject)) continue
      if (listener.queue === null) found.push(listener)
      else queues.set(listener.queue, [...(queues.get(listener.queue) ?? []), listener])
    }
    for (const [queue, members] of queues) {
      const key = `${queue} ${subject}`
      const turn = turns.get(key) ?? 0
      if (members.length > 1) turns.set(key, turn + 1)
      found.push(members[turn % members.length]!)
    }
    return found
  }

  function add(to: Set<Listener>, pattern: string, handler: Listener['handler'], queue?: string): Subscription {
    checkPattern(pattern)
    if (!isOpen) throw new Error('The bus is closed')
    const listener = { pattern, handler, queue: queue ?? null }
    to.add(listener)
    return { unsubscribe: () => void to.delete(listener) }
  }

  return {
    description: 'in process',
    isConnected: true,
    publish(subject, payload) {
      checkSubject(subject)
      const bytes = encode(payload)
      if (!isOpen) return
      for (const listener of receivers(listeners, subject)) {
        // As on a network, not before the publisher has finished.
        queueMicrotask(() => {
          if (!listeners.has(listener)) return
          deliver(listener.handler as MessageHandler, { subject, payload: decode(bytes) }, onError)
        })
      }
    },
    subscribe: (pattern, handler, options?: SubscribeOptions) => add(listeners, pattern, handler, options?.queue),
    serve: (pattern, handler, options?: SubscribeOptions) => add(servers, pattern, handler, options?.queue ?? 'served'),
    async request(subject, payload, timeoutMs) {
      checkSubject(subject)
      const [server] = isOpen ? receivers(servers, subject) : []
      if (!server) throw new RequestError('no-responders', `No service handles ${subject}`)
      return ask(server, { subject, payload: decode(encode(payload)) }, timeoutMs)
    },
    onGap: () => ({ unsubscribe: () => undefined }),
    flush: () => new Promise((done) => setImmediate(done)),
    async close() {
      isOpen = false
      listeners.clear()
      servers.clear()
    },
  }
}

async function ask(server: Listener, message: Message, timeoutMs: number): Promise<Payload> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new RequestError('timeout', `No reply from ${message.subject} within ${timeoutMs} ms`))
    }, timeoutMs)
  })
  const reply = (async () => {
    await Promise.resolve()
    try {
      return decode(encode(await (server.handler as RequestHandler)(message)))
    } catch (error) {
      throw new RequestError('failed', errorText(error))
    }
  })()
  try {
    return await Promise.race([reply, late])
  } finally {
    clearTimeout(timer)
  }
}
