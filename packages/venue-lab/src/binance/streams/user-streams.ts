import type { FaultySocket } from '../../faults/faulty-socket.ts'
import { Params } from '../http/params.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { accountOf, checkSignature } from '../http/signature.ts'
import { VenueError } from '../http/venue-error.ts'
import type { LabAccounts } from '../trading/lab-accounts.ts'
import type { Client } from '../../sockets/socket-server.ts'

export interface UserStreamContext {
  readonly accounts: LabAccounts
  readonly limits: RateLimits
  now(): number
}

interface Request {
  readonly id: number | string | null
  readonly method: string
  readonly params: ReadonlyMap<string, string>
}

const HANDSHAKE_WEIGHT = 5
const SUBSCRIBE_WEIGHT = 2

/** A client of the WebSocket API, which carries the events of accounts. */
export function acceptUserClient(context: UserStreamContext, socket: FaultySocket): Client {
  const { accounts, limits, now } = context
  const subscriptions = new Map<number, () => void>()
  let next = 0
  try {
    limits.use(HANDSHAKE_WEIGHT)
  } catch {
    socket.close(1008, 'Too many requests')
  }

  function subscribe(params: ReadonlyMap<string, string>): object {
    limits.use(SUBSCRIBE_WEIGHT)
    const read = new Params(params)
    const account = accountOf(accounts, read.text('apiKey'))
    checkSignature(account, read, sortedPayload(params), now())
    const subscriptionId = next++
    const stop = account.listen((name, event) => socket.send(name, JSON.stringify({ subscriptionId, event })))
    subscriptions.set(subscriptionId, stop)
    return { subscriptionId }
  }

  function unsubscribe(id: number | null): object {
    for (const [one, stop] of subscriptions) {
      if (id !== null && one !== id) continue
      stop()
      subscriptions.delete(one)
    }
    return {}
  }

  function resultOf({ method, params }: Request): object {
    switch (method) {
      case 'userDataStream.subscribe.signature':
        return subscribe(params)
      case 'userDataStream.unsubscribe':
        return unsubscribe(new Params(params).integer('subscriptionId'))
      case 'ping':
        return {}
      case 'time':
        return { serverTime: now() }
      default:
        throw new VenueError(-1000, `Unknown method: ${method}`)
    }
  }

  return {
    message: (text) => {
      const request = parse(text)
      if (request === null) return socket.send('response', JSON.stringify(malformed(limits)))
      const answer = { id: request.id, ...answerTo(() => resultOf(request)), rateLimits: limits.report }
      socket.send(`response ${request.method}`, JSON.stringify(answer))
    },
    left: () => void unsubscribe(null),
  }
}

function answerTo(result: () => object): object {
  try {
    return { status: 200, result: result() }
  } catch (error) {
    if (!(error instanceof VenueError)) throw error
    return { status: error.status, error: error.body }
  }
}

function malformed(limits: RateLimits): object {
  const error = { code: -1102, msg: 'Malformed request' }
  return { id: null, status: 400, error, rateLimits: limits.report }
}

/** Here the signature covers the parameters in alphabetical order. */
function sortedPayload(params: ReadonlyMap<string, string>): string {
  return [...params]
    .filter(([name]) => name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function parse(text: string): Request | null {
  try {
    const { id, method, params = {} } = JSON.parse(text) as Record<string, unknown>
    const isNamed = id === null || typeof id === 'number' || typeof id === 'string'
    if (!isNamed || typeof method !== 'string' || typeof params !== 'object' || params === null) return null
    return { id, method, params: new Map(Object.entries(params).map(([name, value]) => [name, String(value)])) }
  } catch {
    return null
  }
}
