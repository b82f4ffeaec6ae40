import type { Numbers, StreamMessage, StreamProtocol } from '../../wire/stream-protocol.ts'
import { CONNECTION_LIFE_MS } from './binance-limits.ts'

/** Five messages a second are allowed, and answers to pings count. */
const PACE = { sendMs: 250, lookMs: 5_000, silenceMs: 12_000 }

/** Many streams on one connection, as Binance has them. */
export function binanceStreams(url: string): StreamProtocol {
  return {
    url: `${url}/stream`,
    pace: PACE,
    batch: 200,
    lifeMs: CONNECTION_LIFE_MS,
    subscribe: (id, params) => JSON.stringify({ method: 'SUBSCRIBE', params, id }),
    unsubscribe: (id, params) => JSON.stringify({ method: 'UNSUBSCRIBE', params, id }),
    list: (id) => JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id }),
    read,
    numbersOf,
  }
}

function read(text: string): StreamMessage | null {
  const { stream, data, e, id, result } = JSON.parse(text) as Readonly<Record<string, unknown>>
  if (typeof stream === 'string' && typeof data === 'object' && data !== null) return { kind: 'data', stream, data }
  if (e === 'serverShutdown') return { kind: 'ending' }
  if (typeof id !== 'number') return null
  if (result === null) return { kind: 'done', id, streams: [] }
  return Array.isArray(result) ? { kind: 'done', id, streams: result as string[] } : { kind: 'refused', id }
}

function numbersOf(data: object): Numbers {
  const { U, u, t, E } = data as Readonly<Record<string, unknown>>
  const last = [u, t, E].find((one) => typeof one === 'number') as number | undefined
  return { first: typeof U === 'number' ? U : (last ?? NaN), last: last ?? NaN }
}
