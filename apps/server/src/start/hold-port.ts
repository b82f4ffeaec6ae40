import { lookup } from 'node:dns/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAddressTest } from '../platform/http/client-address.ts'
import { CONNECTION_LIMITS, limitConnections } from '../platform/http/limit-connections.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** The server's port, bound before anything else starts; early requests are told to wait. */
export interface HeldPort {
  readonly server: Server
  /** URL of the server. */
  readonly url: string
  /** Sends all further requests to the handler. */
  serve(handler: Handler): void
  close(): Promise<void>
}

/** Longer than proxies keep a connection, so that the proxy closes it first. */
const KEEP_ALIVE_MS = 72_000

/** Throws a one-line error for the operator if the port cannot be bound. */
export async function holdPort(host: string, port: number, trustedProxies: readonly string[] = []): Promise<HeldPort> {
  let handler: Handler = notYet
  const server = createServer((request, response) => handler(request, response))
  // Uploads may take hours, as long as they arrive.
  server.requestTimeout = 0
  const limits = { ...CONNECTION_LIMITS, isExempt: createAddressTest(trustedProxies) }
  limitConnections(server, limits)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const [first, ...others] = await addressesOf(host)
  const servers = [server]
  try {
    await listen(server, first!, port)
    for (const address of others) {
      const other = createServer((request, response) => server.emit('request', request, response))
      other.requestTimeout = 0
      other.keepAliveTimeout = KEEP_ALIVE_MS
      limitConnections(other, limits)
      other.on('upgrade', (...parts) => server.emit('upgrade', ...parts))
      // If a name has two addresses, those that exist are served.
      await listen(other, address, (server.address() as AddressInfo).port).then(
        () => servers.push(other),
        () => undefined,
      )
    }
  } catch (error) {
    throw worded(error, host, port)
  }
  return {
    server,
    url: urlOf(server.address() as AddressInfo, host),
    serve: (next) => (handler = next),
    close: async () => {
      const closed = servers.map((one) => new Promise<void>((done) => one.close(() => done())))
      for (const one of servers) one.closeAllConnections()
      await Promise.all(closed)
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** `localhost` has two addresses on most machines, and browsers try both. */
async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host]
  const found = await lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))]
}

function urlOf({ address, family, port }: AddressInfo, host: string): string {
  if (host === 'localhost') return `http://localhost:${port}`
  // A browser cannot open the wildcard address.
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function notYet(_request: IncomingMessage, response: ServerResponse): void {
  const message = 'The server is starting. Please try again in a moment'
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' })
  response.end(JSON.stringify({ status: 'starting', code: 'starting', kind: 'unavailable', message }))
}

function worded(error: unknown, host: string, port: number): unknown {
  const where = `Port ${port} of ${host}`
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Error(`${where} is in use by another program, or another Tradeloom. Choose another one with PORT.`)
    case 'EACCES':
      return new Error(`${where} cannot be used by this user. Choose another one with PORT.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new Error(`${host} is not an address of this machine. Choose another one with HOST.`)
    default:
      return error
  }
}
