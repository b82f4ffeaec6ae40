import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Bus } from '@tradeloom/bus'
import { clientMessage, type ClientMessage, type ServerEvent, SOCKET_PATH } from '@tradeloom/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { BacktestMessage } from '../../features/backtests/backtest-events.ts'
import type { ImportMessage } from '../../features/market-imports/market-imports.service.ts'
import type { Login } from '../../features/users/login.ts'
import { asAppError } from '../http/reply-to-error.ts'
import { isForeign } from '../http/origin.ts'
import { Client, MOST_TOPICS } from './client.ts'
import { Listeners } from './listeners.ts'
import { answerRequest, type RequestDeps, socketAnswers } from './requests.ts'
import { listenKey, openTopic, type TopicDeps } from './topics.ts'

export interface GatewayDeps extends RequestDeps, TopicDeps {
  readonly bus: Bus
  readonly logger: FastifyBaseLogger
  readonly publicUrl: string | undefined
  readonly loginOf: (headers: IncomingMessage['headers']) => Promise<Login | null>
}

export interface Gateway {
  readonly clients: () => number
  stop(): Promise<void>
}

const FLUSH_MS = 100
const HEARTBEAT_MS = 30_000
const RECHECK_MS = 60_000
const MESSAGE_LIMIT = 64 * 1024
const MOST_PENDING = 20
const MOST_CLIENTS = 5000
/** Close codes of 4000 to 4999 are for applications. */
const SIGNED_OUT = 4001

/** The socket of the web app: topics and requests, for those who may. */
export function startGateway(server: Server, deps: GatewayDeps): Gateway {
  const { bus, logger } = deps
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_LIMIT, perMessageDeflate: false })
  const clients = new Map<Client, IncomingMessage['headers']>()
  const listeners = new Listeners()
  const answers = socketAnswers(deps)

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    const path = request.url?.split('?')[0]
    if (path !== SOCKET_PATH) return refuse(socket, '404 Not Found')
    if (isForeign(request.headers, deps.publicUrl)) return refuse(socket, '403 Forbidden')
    if (clients.size >= MOST_CLIENTS) return refuse(socket, '503 Service Unavailable')
    deps.loginOf(request.headers).then(
      (login) => sockets.handleUpgrade(request, socket, head, (opened) => admit(opened, login, request.headers)),
      (error: unknown) => {
        logger.error({ err: error }, 'socket upgrade')
        refuse(socket, '500 Internal Server Error')
      },
    )
  }

  function admit(socket: WebSocket, login: Login | null, headers: IncomingMessage['headers']): void {
    const client = new Client(socket, login)
    clients.set(client, headers)
    socket.on('pong', () => (client.isAlive = true))
    socket.on('error', (error) => logger.debug({ err: error }, 'socket'))
    socket.on('close', () => {
      clients.delete(client)
      listeners.removeAll(client)
    })
    socket.on('message', (bytes, isBinary) => {
      const text = isBinary ? '' : String(bytes)
      void receive(client, text).catch((error: unknown) => logger.error({ err: error }, 'socket message'))
    })
  }

  async function receive(client: Client, text: string): Promise<void> {
    const message = parseMessage(text)
    if ('problem' in message) {
      const { problem: error, id } = message
      // Who asked by number waits for an answer of that number.
      return client.send(
        id === null ? { type: 'error', message: error } : { type: 'reply', id, ok: false, data: null, error },
      )
    }
    switch (message.type) {
      case 'ping':
        return client.send({ type: 'pong' })
      case 'unsubscribe':
        listeners.remove(client, message.topic)
        return undefined
      case 'subscribe':
        return subscribe(client, message.topic)
      case 'request':
        return reply(client, message)
    }
  }

  async function subscribe(client: Client, topic: string): Promise<void> {
    if (client.topics.size >= MOST_TOPICS) {
      return client.send({ type: 'error', topic, message: 'Too many subscriptions' })
    }
    try {
      // Listening before looking: what changes in between comes twice rather than never.
      const isNew = !client.topics.has(topic)
      const events = await openTopic(deps, topic, client.userId)
      if (isNew) listeners.add(client, topic)
      const fresh = isNew ? await openTopic(deps, topic, client.userId) : events
      for (const payload of fresh) client.send({ type: 'event', topic, payload })
    } catch (error) {
      listeners.remove(client, topic)
      client.send({ type: 'error', topic, message: textOf(error) })
    }
  }

  async function reply(client: Client, { id, ...request }: Extract<ClientMessage, { type: 'request' }>): Promise<void> {
    if (client.pending >= MOST_PENDING) {
      return client.send({ type: 'reply', id, ok: false, data: null, error: 'Too many requests at one time' })
    }
    client.pending++
    try {
      client.send({ type: 'reply', id, ok: true, data: await answerRequest(answers, request, client.userId) })
    } catch (error) {
      client.send({ type: 'reply', id, ok: false, data: null, error: textOf(error) })
    } finally {
      client.pending--
    }
  }

  function textOf(error: unknown): string {
    const expected = asAppError(error)
    if (expected) return expected.message
    logger.error({ err: error }, 'socket request failed')
    return 'Something went wrong here'
  }

  function onBacktest(id: string, message: BacktestMessage): void {
    const key = `backtest.${id}`
    for (const [topic, listenersKey] of [
      [key, key],
      ['backtests', listenKey('backtests', message.userId)],
    ] as const) {
      for (const client of listeners.of(listenersKey)) {
        const event = eventFor(message, client.userId)
        if (!event) continue
        const text = JSON.stringify({ type: 'event', topic, payload: event })
        const latest = `${topic} ${id}`
        if (event.event === 'progress') client.queueLatest(latest, text)
        else {
          client.forget(latest)
          client.sendText(text)
        }
      }
    }
  }

  function onImport(id: string, message: ImportMessage): void {
    for (const topic of [`import.${id}`, 'imports']) {
      const text = JSON.stringify({ type: 'event', topic, payload: { event: 'import', data: message.data } })
      for (const client of listeners.of(listenKey(topic, message.userId))) {
        if (client.userId !== message.userId) continue
        if (message.data.status === 'In Progress') client.queueLatest(`${topic} ${id}`, text)
        else {
          client.forget(`${topic} ${id}`)
          client.sendText(text)
        }
      }
    }
  }

  function signOut(client: Client): void {
    client.send({ type: 'event', topic: 'user', payload: { event: 'logout', data: null } })
    client.socket.close(SIGNED_OUT, 'signed out')
    listeners.removeAll(client)
  }

  const subscriptions = [
    bus.subscribe('backtest.*', ({ subject, payload }) => onBacktest(subject.slice(9), payload as BacktestMessage)),
    bus.subscribe('import.*', ({ subject, payload }) => onImport(subject.slice(7), payload as ImportMessage)),
    bus.subscribe('login.ended.*', ({ subject }) => {
      const id = subject.slice('login.ended.'.length)
      for (const client of clients.keys()) if (client.login?.id === id) signOut(client)
    }),
  ]

  const timers = [
    setInterval(() => {
      for (const client of clients.keys()) client.flush()
    }, FLUSH_MS),
    setInterval(() => {
      for (const client of clients.keys()) beat(client)
    }, HEARTBEAT_MS),
    setInterval(() => {
      for (const [client, headers] of clients) {
        if (!client.login) continue
        deps.loginOf(headers).then(
          (login) => login ?? signOut(client),
          (error: unknown) => logger.warn({ err: error }, 'login could not be checked again'),
        )
      }
    }, RECHECK_MS),
  ]

  server.on('upgrade', onUpgrade)
  return {
    clients: () => clients.size,
    stop: async () => {
      server.off('upgrade', onUpgrade)
      for (const timer of timers) clearInterval(timer)
      for (const subscription of subscriptions) subscription.unsubscribe()
      for (const client of clients.keys()) client.socket.close(1001, 'server stops')
      await new Promise<void>((done) => sockets.close(() => done()))
      for (const client of clients.keys()) client.socket.terminate()
    },
  }
}

function beat(client: Client): void {
  if (!client.isAlive) return client.socket.terminate()
  client.isAlive = false
  client.socket.ping()
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function parseMessage(text: string): ClientMessage | { problem: string; id: number | null } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'A message must be JSON', id: null }
  }
  const parsed = clientMessage.safeParse(value)
  if (parsed.success) return parsed.data
  const { type, id } = (value ?? {}) as { type?: unknown; id?: unknown }
  const number = type === 'request' && Number.isSafeInteger(id) ? (id as number) : null
  return { problem: parsed.error.issues[0]?.message ?? 'Message not understood', id: number }
}

/** The event as this viewer may see it, or null. */
function eventFor(message: BacktestMessage, viewerId: string | null): ServerEvent | null {
  const isOwner = message.userId === viewerId
  switch (message.event) {
    case 'progress':
      return isOwner || message.isPublic ? { event: 'progress', data: message.data } : null
    case 'deleted':
      return { event: 'deleted', data: message.data }
    default: {
      const data = isOwner ? message.own : message.shared
      return data ? { event: message.event, data } : null
    }
  }
}
