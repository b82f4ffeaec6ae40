import { type SocketRequest, socketRequests } from '@tradeloom/contracts'

/** Requests of one name, which are for different things on different channels, each with its name in the contracts. */
export type NamedRequests = readonly [NamedRequest, ...NamedRequest[]]

interface NamedRequest {
  readonly key: string
  readonly request: SocketRequest
}

/** All requests of the socket by their name on the wire. */
export function namedRequests(): ReadonlyMap<string, NamedRequests> {
  const all = Object.entries<SocketRequest>(socketRequests).map(([key, request]): NamedRequest => ({ key, request }))
  const groups = Map.groupBy(all, ({ request }) => request.name)
  return new Map([...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) as unknown as ReadonlyMap<string, NamedRequests>
}
