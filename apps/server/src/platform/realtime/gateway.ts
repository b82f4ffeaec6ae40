import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Bus } from '@tradeloom/bus'
import { clientMessage, type ClientMessage, type ServerEvent, SOCKET_PATH } from '@tradeloom/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { CheckMessage } from '../../features/algorithms/check-message.ts'
import type { BacktestMessage } from '../../features/backtests/backtest-events.ts'
import type { ImportMessage } from '../../features/market-imports/import-events.ts'
import type { Login } from '../auth/login.ts'
import { asAppError } from '../http/reply-to-error.ts'
import { isForeign } from '../http/origin.ts'
import { Admission, type Admitted } from './admission.ts'
import { Client } from './client.ts'
import { Listeners } from './listeners.ts'
import { answerRequest, type RequestDeps, socketAnswers } from './requests.ts'
import { listenKey, type TopicDeps, Topics } from './topics.ts'

export interface GatewayDeps extends RequestDeps, TopicDeps {
  readonly bus: Bus
  readonly logger: FastifyBaseLogger
  readonly publicUrl: string | undefined
  readonly isOwnHost: (host: string | undefined) => boolean
  readonly addressOf: (request: IncomingMessage) => string
  readonly loginOf: (headers: IncomingMessage['headers']) => Promise<Login | null>
  /** Whether an error came from a database that is away just now. */
  readonly isDatabaseAway: (error: unknown) => boolean
}

export interface Gateway {
  clients(): number
  stop(): Promise<void>
}

const FLUSH_MS = 100
const HEARTBEAT_MS = 30_000
const RECHECK_MS = 60_000
const MESSAGE_LIMIT = 64 * 1024
const MAX_CLIENTS = 5000
/** Of all clients together; the slowest goes first. */
const MAX_BYTES = 256 * 1024 * 1024
/** Close codes of 4000 to 4999 are for applications. */
const SIGNED_OUT = 4001
const TRY_AGAIN_LATER = 1013
const TOO_MANY_MESSAGES = 4008
const TOO_MANY_PENDING = 'Too many requests at one time'

/** The socket of the web app: topics and requests, for those who may. */
export function startGateway(server: Server, deps: GatewayDeps): Gateway {
  return new SocketGateway(server, deps)
}

class SocketGateway implements Gateway {
  readonly #deps: GatewayDeps
  readonly #answers: ReturnType<typeof socketAnswers>
  readonly #topics: Topics
  readonly #admission = new Admission(() => performance.now())
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_LIMIT,
    perMessageDeflate: false,
    autoPong: false,
  })
  readonly #clients = new Map<Client, IncomingMessage['headers']>()
  readonly #listeners = new Listeners()
  readonly #stops: (() => void)[] = []

  constructor(server: Server, deps: GatewayDeps) {
    this.#deps = deps
    this.#answers = socketAnswers(deps)
    this.#topics = new Topics(deps)
    const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => this.#onUpgrade(request, socket, head)
    server.on('upgrade', onUpgrade)
    this.#stops.push(() => server.off('upgrade', onUpgrade))
    this.#listenToBus()
    this.#every(FLUSH_MS, (client) => client.flush())
    this.#everyTime(FLUSH_MS, () => this.#dropSlowest())
    this.#every(HEARTBEAT_MS, beat)
    this.#every(RECHECK_MS, (client, headers) => this.#recheck(client, headers))
  }

  clients(): number {
    return this.#clients.size
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop()
    this.#admission.stop()
    for (const client of this.#clients.keys()) client.socket.close(1001, 'server stops')
    await new Promise<void>((done) => this.#sockets.close(() => done()))
    for (const client of this.#clients.keys()) client.socket.terminate()
  }

  #listenToBus(): void {
    const { bus } = this.#deps
    const subscriptions = [
      bus.subscribe('backtest.*', ({ subject, payload }) =>
        this.#onBacktest(subject.slice('backtest.'.length), payload as BacktestMessage),
      ),
      bus.subscribe('version-check.*', ({ payload }) => this.#onCheck(payload as CheckMessage)),
      bus.subscribe('import.*', ({ subject, payload }) =>
        this.#onImport(subject.slice('import.'.length), payload as ImportMessage),
      ),
      bus.subscribe('login.ended.*', ({ subject }) => {
        const id = subject.slice('login.ended.'.length)
        for (const client of this.#clients.keys()) if (client.login?.id === id) this.#signOut(client)
      }),
    ]
    for (const subscription of subscriptions) this.#stops.push(() => subscription.unsubscribe())
  }

  #every(ms: number, work: (client: Client, headers: IncomingMessage['headers']) => void): void {
    this.#everyTime(ms, () => {
      for (const [client, headers] of this.#clients) work(client, headers)
    })
  }

  #everyTime(ms: number, work: () => void): void {
    const timer = setInterval(work, ms)
    this.#stops.push(() => clearInterval(timer))
  }

  #dropSlowest(): void {
    const slow = [...this.#clients.keys()].filter((client) => client.isSlow).toSorted((a, b) => b.bytes - a.bytes)
    let bytes = slow.reduce((sum, client) => sum + client.bytes, 0)
    for (const client of slow) {
      if (bytes <= MAX_BYTES) return
      bytes -= client.bytes
      client.socket.terminate()
    }
  }

  /** A login that has run out, or was ended elsewhere, ends its sockets too. */
  #recheck(client: Client, headers: IncomingMessage['headers']): void {
    if (!client.login) return
    this.#deps.loginOf(headers).then(
      (login) => login ?? this.#signOut(client),
      (error: unknown) => this.#deps.logger.warn({ err: error }, 'login could not be checked again'),
    )
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    const path = request.url?.split('?')[0]
    if (path !== SOCKET_PATH) return refuse(socket, '404 Not Found')
    if (!this.#deps.isOwnHost(request.headers.host)) return refuse(socket, '421 Misdirected Request')
    if (isForeign(request.headers, this.#deps.publicUrl)) return refuse(socket, '403 Forbidden')
    if (this.#clients.size >= MAX_CLIENTS) return refuse(socket, '503 Service Unavailable')
    const place = this.#admission.enter(this.#deps.addressOf(request))
    if (!place) return refuse(socket, '429 Too Many Requests')
    // Also when the other end leaves while it is looked up who it is.
    socket.once('close', place.leave)
    this.#open(request, socket, head, place.admit).catch((error: unknown) => {
      if (this.#deps.isDatabaseAway(error)) return refuse(socket, '503 Service Unavailable')
      this.#deps.logger.error({ err: error }, 'socket upgrade')
      return refuse(socket, '500 Internal Server Error')
    })
  }

  async #open(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    admit: (login: Login | null) => Admitted | null,
  ): Promise<void> {
    const login = await this.#deps.loginOf(request.headers)
    const admitted = admit(login)
    if (!admitted) return refuse(socket, '429 Too Many Requests')
    socket.once('close', admitted.leave)
    if (socket.destroyed) return admitted.leave()
    this.#sockets.handleUpgrade(request, socket, head, (opened) =>
      this.#admit(opened, login, admitted, request.headers),
    )
  }

  #admit(socket: WebSocket, login: Login | null, admitted: Admitted, headers: IncomingMessage['headers']): void {
    const client = new Client({ socket, login, ...admitted })
    this.#clients.set(client, headers)
    socket.on('pong', () => {
      client.isAlive = true
      this.#hears(client)
    })
    socket.on('ping', (data) => {
      if (this.#hears(client)) client.pong(data)
    })
    socket.on('error', (error) => this.#deps.logger.debug({ err: error }, 'socket'))
    socket.on('close', () => {
      this.#clients.delete(client)
      this.#listeners.removeAll(client)
    })
    socket.on('message', (bytes, isBinary) => {
      if (!this.#hears(client)) return
      const text = isBinary ? '' : String(bytes)
      void this.#receive(client, text).catch((error: unknown) =>
        this.#deps.logger.error({ err: error }, 'socket message'),
      )
    })
  }

  /** What goes on saying too much is cut off: refusing each message would be as much work as answering it. */
  #hears(client: Client): boolean {
    if (!client.isOpen) return false
    if (client.hears(performance.now())) return true
    client.socket.close(TOO_MANY_MESSAGES, 'too many messages')
    return false
  }

  async #receive(client: Client, text: string): Promise<void> {
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
        this.#listeners.remove(client, message.topic)
        return undefined
      case 'subscribe':
        return this.#subscribe(client, message.topic)
      case 'request':
        return this.#reply(client, message)
    }
  }

  async #subscribe(client: Client, topic: string): Promise<void> {
    const refuse = (message: string): void => client.send({ type: 'error', topic, message })
    if (!client.beginAnswer()) return refuse(TOO_MANY_PENDING)
    try {
      const isNew = !client.topics.has(topic)
      if (!client.takeTopic(topic)) return refuse('Too many subscriptions')
      // Listening before looking: what changes in between comes twice rather than never.
      if (isNew) {
        await this.#topics.check(topic, client)
        this.#listeners.add(client, topic)
      }
      for (const payload of await this.#topics.open(topic, client)) client.send({ type: 'event', topic, payload })
    } catch (error) {
      this.#listeners.remove(client, topic)
      // The page connects again, and then asks for all of its topics.
      if (this.#deps.isDatabaseAway(error)) return client.socket.close(TRY_AGAIN_LATER, 'the database is away')
      refuse(this.#textOf(error))
    } finally {
      client.endAnswer()
    }
  }

  async #reply(client: Client, { id, ...request }: Extract<ClientMessage, { type: 'request' }>): Promise<void> {
    const refuse = (error: string): void => client.send({ type: 'reply', id, ok: false, data: null, error })
    if (!client.beginAnswer()) return refuse(TOO_MANY_PENDING)
    try {
      const data = await answerRequest(this.#answers, request, client, this.#deps.heavyWork)
      client.send({ type: 'reply', id, ok: true, data })
    } catch (error) {
      refuse(this.#textOf(error))
    } finally {
      client.endAnswer()
    }
  }

  #textOf(error: unknown): string {
    const expected = asAppError(error)
    if (expected) return expected.message
    this.#deps.logger.error({ err: error }, 'socket request failed')
    return 'Something went wrong here'
  }

  #onBacktest(id: string, message: BacktestMessage): void {
    const key = `backtest.${id}`
    for (const [topic, listenersKey] of [
      [key, key],
      ['backtests', listenKey('backtests', message.userId)],
    ] as const) {
      for (const client of this.#listeners.of(listenersKey)) {
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

  #onCheck({ userId, data }: CheckMessage): void {
    const text = JSON.stringify({ type: 'event', topic: 'algorithms', payload: { event: 'version-check', data } })
    for (const client of this.#listeners.of(listenKey('algorithms', userId))) client.sendText(text)
  }

  #onImport(id: string, message: ImportMessage): void {
    for (const topic of [`import.${id}`, 'imports']) {
      const text = JSON.stringify({ type: 'event', topic, payload: { event: 'import', data: message.data } })
      for (const client of this.#listeners.of(listenKey(topic, message.userId))) {
        if (client.userId !== message.userId) continue
        if (message.data.status === 'In Progress') client.queueLatest(`${topic} ${id}`, text)
        else {
          client.forget(`${topic} ${id}`)
          client.sendText(text)
        }
      }
    }
  }

  #signOut(client: Client): void {
    client.send({ type: 'event', topic: 'user', payload: { event: 'logout', data: null } })
    client.socket.close(SIGNED_OUT, 'signed out')
    this.#listeners.removeAll(client)
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
