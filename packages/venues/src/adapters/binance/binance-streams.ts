import type { Pace } from '../../wire/paced-socket.ts'
import type { Numbers, StreamMessage, StreamProtocol } from '../../wire/stream-protocol.ts'
import { CONNECTION_LIFE_MS } from './binance-limits.ts'

/** Many streams on one connection, as Binance has them. */
export function binanceStreams(url: string, pace: Pace): StreamProtocol {
  return {
    url: `${url}/stream`,
    pace,
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
  const { U, u, pu, t, E } = data as Readonly<Record<string, unknown>>
  const last = [u, t, E].find((one) => typeof one === 'number') as number | undefined
  // Where numbers have holes, the message names the last one before it.
  const first = typeof pu === 'number' ? pu + 1 : U
  return { first: typeof first === 'number' ? first : (last ?? NaN), last: last ?? NaN }
}
