import {
  type Bus,
  type Message,
  type MessageHandler,
  type Payload,
  RequestError,
  type RequestHandler,
  type SubscribeOptions,
  type Subscription,
} from './bus.ts'
import { checkPattern, checkSubject, matches } from './subject.ts'

interface Listener {
  readonly pattern: string
  readonly queue: string | null
  readonly handler: MessageHandler | RequestHandler
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The bus of a server that is one process. Messages go through bytes all the same, as they would on a network. */
export function createInProcessBus(onError: (error: unknown, subject: string) => void): Bus {
  const listeners = new Set<Listener>()
  const servers = new Set<Listener>()
  /** Whose turn it is in a queue. */
  const turns = new Map<string, number>()
  let open = true

  /** One of each queue, and everybody without one. */
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
    if (!open) throw new Error('The bus is closed')
    const listener = { pattern, handler, queue: queue ?? null }
    to.add(listener)
    return { unsubscribe: () => void to.delete(listener) }
  }

  return {
    publish(subject, payload) {
      checkSubject(subject)
      if (!open) return
      const bytes = encode(payload)
      for (const listener of receivers(listeners, subject)) {
        // Not before the publisher is done: on a network it could not be otherwise.
        queueMicrotask(() => {
          if (listeners.has(listener)) deliver(listener, { subject, payload: decode(bytes) }, onError)
        })
      }
    },
    subscribe: (pattern, handler, options?: SubscribeOptions) => add(listeners, pattern, handler, options?.queue),
    serve: (pattern, handler, options?: SubscribeOptions) => add(servers, pattern, handler, options?.queue ?? 'served'),
    async request(subject, payload, timeoutMs) {
      checkSubject(subject)
      const [server] = open ? receivers(servers, subject) : []
      if (!server) throw new RequestError('no-responders', `Nobody serves ${subject}`)
      return ask(server, { subject, payload: decode(encode(payload)) }, timeoutMs)
    },
    async close() {
      open = false
      listeners.clear()
      servers.clear()
    },
  }
}

function deliver(listener: Listener, message: Message, onError: (error: unknown, subject: string) => void): void {
  try {
    const result = listener.handler(message)
    if (result instanceof Promise) result.catch((error: unknown) => onError(error, message.subject))
  } catch (error) {
    onError(error, message.subject)
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
      return decode(encode(await server.handler(message)))
    } catch (error) {
      throw new RequestError('failed', error instanceof Error ? error.message : String(error))
    }
  })()
  try {
    return await Promise.race([reply, late])
  } finally {
    clearTimeout(timer)
  }
}

function encode(payload: Payload): Uint8Array {
  return encoder.encode(JSON.stringify(payload ?? null))
}

function decode(bytes: Uint8Array): Payload {
  return JSON.parse(decoder.decode(bytes)) as Payload
}
