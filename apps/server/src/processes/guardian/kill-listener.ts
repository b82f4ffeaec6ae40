import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { KILL_PASS_HEADER, type KillDoor, type KillReply, MAX_KILL_BYTES } from '@tradeloom/kill-switch'

/** Where the listener is, on loopback, and the pages that may read its answers. */
export interface KillListenerAddress {
  readonly port: number
  readonly origins: readonly string[]
}

interface KillListenerParts extends KillListenerAddress {
  readonly door: KillDoor
  readonly report: (message: string) => void
}

/** The one before it may still hold the port. */
const AGAIN_MS = 1_000
/** A request is small, and nobody has to wait for one that is sent slowly. */
const REQUEST_MS = 5_000
const MAX_CONNECTIONS = 500

const TOO_LARGE = error(413, 'body-too-large', 'limit', 'The request is too large')
const NO_JSON = error(400, 'invalid-json-body', 'invalid-input', 'The request is not valid JSON')
const NOTHING = error(404, 'not-found', 'not-found', 'There is nothing here but the switch at /kill')

/** The guardian's own door for pages: it answers while the server and the database do not. */
export class KillListener {
  readonly #parts: KillListenerParts
  readonly #server: Server
  #again: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: KillListenerParts) {
    this.#parts = parts
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy())
    })
    this.#server.requestTimeout = REQUEST_MS
    this.#server.headersTimeout = REQUEST_MS
    this.#server.maxConnections = MAX_CONNECTIONS
    let told = ''
    this.#server.on('error', ({ message }) => {
      if (message !== told) parts.report(`The switch cannot be reached at port ${parts.port}: ${message}`)
      told = message
      this.#again = setTimeout(() => this.#listen(), AGAIN_MS)
    })
    this.#listen()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#again)
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #listen(): void {
    if (!this.#isClosed) this.#server.listen({ host: '127.0.0.1', port: this.#parts.port })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origins } = this.#parts
    const { origin } = request.headers
    response.setHeader('cache-control', 'no-store')
    response.setHeader('vary', 'origin')
    if (origin !== undefined && origins.includes(origin)) {
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader('access-control-allow-headers', `content-type, ${KILL_PASS_HEADER}`)
      response.setHeader('access-control-max-age', '600')
    }
    const { status, body } = await this.#replyTo(request)
    // What is left of a body that is too large is not read.
    if (!request.complete) response.setHeader('connection', 'close')
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    response.end(status === 204 ? undefined : JSON.stringify(body))
  }

  async #replyTo(request: IncomingMessage): Promise<KillReply> {
    const { door } = this.#parts
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname !== '/kill') return NOTHING
    switch (request.method) {
      case 'OPTIONS':
        return { status: 204, body: {} }
      case 'GET':
        return door.look(Object.fromEntries(searchParams), request.headers[KILL_PASS_HEADER])
      case 'POST': {
        const text = await bodyOf(request)
        if (text === null) return TOO_LARGE
        const body = parsed(text)
        return body === undefined ? NO_JSON : door.ask(body)
      }
      default:
        return NOTHING
    }
  }
}

/** Null if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    bytes += (part as Buffer).length
    if (bytes > MAX_KILL_BYTES) return null
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Undefined if it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function error(status: number, code: string, kind: string, message: string): KillReply {
  return { status, body: { code, kind, message } }
}
