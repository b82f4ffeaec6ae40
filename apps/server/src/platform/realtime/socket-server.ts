import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Bus } from '@tradeloom/bus'
import { SOCKET_PATH } from '@tradeloom/contracts'
import { isOutOfDescriptors } from '@tradeloom/database'
import { WebSocketServer } from 'ws'
import type { ApiLogins } from '../api/api-logins.ts'
import type { ApiSockets } from '../api/api-sockets.ts'
import type { Login } from '../auth/login.ts'
import { AppError } from '../errors/app-error.ts'
import { isForeign } from '../http/origin.ts'
import { Admission, type Admitted } from './admission.ts'
import { takePlace, TOO_MANY_SOCKETS } from './api-places.ts'
import { Broadcaster } from './broadcaster.ts'
import { Client } from './client.ts'
import { FirstMessage } from './first-message.ts'
import { type MessageDeps, MessageHandler, TRY_AGAIN_LATER } from './handle-messages.ts'

export interface SocketServerDeps extends Omit<MessageDeps, 'broadcaster'> {
  readonly bus: Pick<Bus, 'subscribe' | 'onGap'>
  readonly publicUrl: string | undefined
  readonly isOwnHost: (host: string | undefined) => boolean
  readonly addressOf: (request: IncomingMessage) => string
  /** By cookies or by a key; throws for a key that opens nothing. */
  readonly loginOf: (headers: IncomingMessage['headers'], address: string) => Promise<Login | null>
  readonly api: { readonly logins: Pick<ApiLogins, 'login'>; readonly sockets: Pick<ApiSockets, 'enter' | 'leave'> }
}

/** Looks again who a client is. */
type Recheck = () => Promise<Login | null>

export interface SocketServer {
  clients(): number
  stop(): Promise<void>
}

const SLOWEST_MS = 100
const HEARTBEAT_MS = 30_000
const RECHECK_MS = 60_000
const MESSAGE_LIMIT = 64 * 1024
const MAX_CLIENTS = 5000
/** For all clients together; above it, the slowest are disconnected. */
const MAX_BYTES = 256 * 1024 * 1024
/** Close codes of 4000 to 4999 are for applications. */
const SIGNED_OUT = 4001
const TOO_MANY_MESSAGES = 4008

/** The web app's socket for topics and requests. */
export function startSocketServer(server: Server, deps: SocketServerDeps): SocketServer {
  return new RunningSocketServer(server, deps)
}

/** Opens and closes connections; `MessageHandler` and `Broadcaster` handle what is sent over them. */
class RunningSocketServer implements SocketServer {
  readonly #deps: SocketServerDeps
  readonly #broadcaster: Broadcaster
  readonly #messages: MessageHandler
  readonly #admission = new Admission(() => performance.now())
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_LIMIT,
    perMessageDeflate: false,
    autoPong: false,
  })
  readonly #clients = new Map<Client, Recheck>()
  readonly #stops: (() => void)[] = []
  /** Rises when logins end, or may have ended: a socket that was being opened meanwhile is checked again. */
  #endings = 0

  constructor(server: Server, deps: SocketServerDeps) {
    this.#deps = deps
    this.#broadcaster = new Broadcaster(deps)
    this.#messages = new MessageHandler({ ...deps, broadcaster: this.#broadcaster })
    const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => this.#onUpgrade(request, socket, head)
    server.on('upgrade', onUpgrade)
    this.#stops.push(() => server.off('upgrade', onUpgrade))
    const logouts = deps.bus.subscribe('login.ended.*', ({ subject }) => {
      const id = subject.slice('login.ended.'.length)
      this.#endings++
      for (const client of this.#clients.keys()) if (client.login?.id === id) this.#signOut(client)
    })
    this.#stops.push(() => logouts.unsubscribe())
    // A logout may be among the missed messages.
    const gaps = deps.bus.onGap(() => this.#recheckAll())
    this.#stops.push(() => gaps.unsubscribe())
    this.#every(SLOWEST_MS, () => this.#dropSlowest())
    this.#every(HEARTBEAT_MS, () => this.#beat())
    this.#every(RECHECK_MS, () => this.#recheckAll())
  }

  clients(): number {
    return this.#clients.size
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop()
    this.#broadcaster.stop()
    this.#admission.stop()
    for (const client of this.#clients.keys()) client.socket.close(1001, 'server stops')
    await new Promise<void>((done) => this.#sockets.close(() => done()))
    for (const client of this.#clients.keys()) client.socket.terminate()
  }

  #every(ms: number, work: () => void): void {
    const timer = setInterval(work, ms)
    this.#stops.push(() => clearInterval(timer))
  }

  #beat(): void {
    for (const client of this.#clients.keys()) {
      if (client.isAlive) client.socket.ping()
      else client.socket.terminate()
      client.isAlive = false
    }
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

  /** Closes the sockets of logins that expired or were ended elsewhere. */
  #recheckAll(): void {
    this.#endings++
    for (const [client, recheck] of this.#clients) this.#recheck(client, recheck)
  }

  #recheck(client: Client, recheck: Recheck): void {
    if (!client.login) return
    recheck().then(
      (login) => login ?? this.#signOut(client),
      (error: unknown) =>
        isRefusal(error)
          ? this.#signOut(client)
          : this.#deps.logger.warn({ err: error }, 'login could not be checked again'),
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
    // Also covers a client that disconnects during the login lookup.
    socket.once('close', place.leave)
    this.#open(request, socket, head, place.admit).catch((error: unknown) => {
      if (error instanceof AppError) return refuse(socket, `${error.status} ${STATUS_CODES[error.status]}`)
      if (this.#deps.isDatabaseAway(error) || isOutOfDescriptors(error)) {
        return refuse(socket, '503 Service Unavailable')
      }
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
    const address = this.#deps.addressOf(request)
    const recheck = (): Promise<Login | null> => this.#deps.loginOf(request.headers, address)
    const endings = this.#endings
    const login = await recheck()
    const admitted = admit(login)
    if (!admitted) return refuse(socket, '429 Too Many Requests')
    socket.once('close', admitted.leave)
    if (socket.destroyed) return admitted.leave()
    const isGone = (): boolean => socket.destroyed
    const noPlace = await takePlace(this.#deps.api.sockets, login, {
      isGone,
      onClose: (work) => socket.once('close', work),
    })
    if (isGone()) return
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      // Browsers and libraries read the reason of a close, but not the answer to an upgrade.
      if (noPlace !== null) return opened.close(TOO_MANY_SOCKETS, noPlace)
      const client = new Client({ socket: opened, login, ...admitted })
      this.#admit(client, admitted, recheck, address)
      if (endings !== this.#endings) this.#recheck(client, recheck)
    })
  }

  #admit(client: Client, admitted: Admitted, recheck: Recheck, address: string): void {
    const { socket } = client
    const first = client.login ? null : new FirstMessage(performance.now())
    let authenticating: Promise<void> | null = null
    this.#clients.set(client, recheck)
    socket.on('pong', () => {
      client.isAlive = true
      this.#accepts(client)
    })
    socket.on('ping', (data) => {
      if (this.#accepts(client)) client.pong(data)
    })
    socket.on('error', (error) => this.#deps.logger.debug({ err: error }, 'socket'))
    socket.on('close', () => {
      this.#clients.delete(client)
      this.#forget(client)
    })
    socket.on('message', (bytes, isBinary) => {
      if (!this.#accepts(client)) return
      const text = isBinary ? '' : String(bytes)
      const key = first?.keyIn(text, performance.now()) ?? null
      if (key !== null) {
        authenticating = this.#authenticate(client, admitted, key, address)
        return
      }
      const receive = (): Promise<void> => this.#messages.receive(client, text)
      const received = authenticating === null ? receive() : authenticating.then(receive)
      received.catch((error: unknown) => this.#deps.logger.error({ err: error }, 'socket message'))
    })
  }

  /** What the client sends meanwhile waits. */
  async #authenticate(client: Client, visitor: Admitted, key: string, address: string): Promise<void> {
    const { socket } = client
    const { logins, sockets } = this.#deps.api
    try {
      const recheck = (): Promise<Login> => logins.login(key, address)
      const endings = this.#endings
      const login = await recheck()
      const opening = { isGone: () => !client.isOpen, onClose: (work: () => void) => void socket.once('close', work) }
      const noPlace = await takePlace(sockets, login, opening)
      if (noPlace !== null) return socket.close(TOO_MANY_SOCKETS, noPlace)
      if (!client.isOpen) return
      const admitted = this.#admission.enter(address)?.admit(login)
      if (!admitted) return socket.close(TOO_MANY_MESSAGES, 'too many sockets')
      visitor.leave()
      socket.once('close', admitted.leave)
      client.become(login, admitted)
      this.#clients.set(client, recheck)
      client.send({ type: 'authenticated' })
      if (endings !== this.#endings) this.#recheck(client, recheck)
    } catch (error) {
      if (error instanceof AppError) return socket.close(SIGNED_OUT, error.message)
      if (!this.#deps.isDatabaseAway(error)) this.#deps.logger.error({ err: error }, 'socket authentication')
      socket.close(TRY_AGAIN_LATER, 'the database is away')
    }
  }

  /**
   * A client that keeps sending too much is disconnected: rejecting each message would cost as much as answering it.
   */
  #accepts(client: Client): boolean {
    if (!client.isOpen) return false
    if (client.accepts(performance.now())) return true
    client.socket.close(TOO_MANY_MESSAGES, 'too many messages')
    return false
  }

  #signOut(client: Client): void {
    client.send({ type: 'event', topic: 'user', payload: { event: 'logout', data: null } })
    client.socket.close(SIGNED_OUT, 'signed out')
    this.#forget(client)
  }

  #forget(client: Client): void {
    for (const topic of client.topics) client.dropTopic(topic)
    this.#broadcaster.closeAll(client)
  }
}

/** The key opens nothing any more. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && ['unauthenticated', 'forbidden'].includes(error.kind)
}

function refuse(socket: Duplex, status: string): void {
  // Nothing reads what the client goes on sending, so that it would never end the connection itself.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
