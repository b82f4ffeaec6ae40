import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from './client-address.ts'

export interface ConnectionLimits {
  /** A request whose head has not arrived by then is given up, also if nothing was sent at all. */
  readonly headMs: number
  /** A body has to bring `bodyBytes` in each of these periods. */
  readonly bodyMs: number
  readonly bodyBytes: number
  /** A connection over which nothing is sent, in either direction. Sockets with topics have their own heartbeat. */
  readonly idleMs: number
  /** Connections of one address, and of all. */
  readonly perAddress: number
  readonly total: number
  /** Proxies that the operator trusts: they stand for many clients. */
  readonly isExempt: (address: string) => boolean
}

export const CONNECTION_LIMITS: Omit<ConnectionLimits, 'isExempt'> = {
  headMs: 30_000,
  bodyMs: 20_000,
  // 1 kB a second: less than the slowest telephone line.
  bodyBytes: 20_000,
  idleMs: 300_000,
  perAddress: 1000,
  total: 20_000,
}

/** Keeps slow clients from holding connections, each of which costs a descriptor that others need. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.headersTimeout = limits.headMs
  server.timeout = limits.idleMs
  server.maxConnections = limits.total
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (limits.isExempt(address)) return
    const key = addressKey(address)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    })
    if (count > limits.perAddress) refuse(socket)
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => watchBody(request, response, limits))
}

/** Closes the connection of a body that comes too slowly. What waits because the server does not read it counts not. */
function watchBody(request: IncomingMessage, response: ServerResponse, { bodyMs, bodyBytes }: ConnectionLimits): void {
  const { socket } = request
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer)
    const isTooSlow = socket.bytesRead - seen < bodyBytes
    seen = socket.bytesRead
    if (!isTooSlow || request.readableLength > 0) return
    clearInterval(timer)
    if (response.headersSent) return void socket.destroy()
    const body = JSON.stringify({ code: 'too-slow', kind: 'limit', message: 'The request was sent too slowly' })
    response.writeHead(408, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    response.end(body, () => socket.destroy())
  }, bodyMs)
  timer.unref()
  response.once('close', () => clearInterval(timer))
}

function refuse(socket: Socket): void {
  const body = JSON.stringify({ code: 'too-many-connections', kind: 'limit', message: 'Too many connections' })
  const head = `HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Type: application/json\r\nRetry-After: 5\r\n`
  // Nothing reads what the client goes on sending, so that it would never end the connection itself.
  socket.once('finish', () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.end(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
}
