import type { TopicName } from '@tradeloom/contracts'
import type { Handlers } from './http/route.ts'
import type { BoundJob } from './jobs/define-job.ts'
import type { RequestHandlers } from './realtime/requests.ts'
import type { Topics } from './realtime/topic.ts'

/** One subject that traders work with: everything the platform needs to know about it. */
export interface Feature {
  /** Its HTTP endpoints. */
  readonly handlers?: Partial<Handlers>
  /** Its socket requests. */
  readonly requests?: Partial<RequestHandlers>
  /** Its socket topics. */
  readonly topics?: Topics
  /** Runs in every server, before any request is served: folders, queues, samples. */
  prepare?(): Promise<void>
  /** Runs in every server while requests wait; `report` shows on the health endpoint what takes so long. */
  start?(report: (detail: string) => void): Promise<void>
  /**
   * Runs in every server after its start, and every few seconds from then on: begins what is to run and may have lost the
   * server that it ran on. The leases decide which of them does it.
   */
  attend?(): Promise<void>
  /** Its kinds of jobs; only in servers that run the `runner` service. */
  jobs?(): readonly BoundJob[]
  /** Runs once jobs are being performed; only in servers that run the `runner` service. */
  work?(): Promise<void>
  stop?(): Promise<void>
}

type EndpointsOf<F extends Feature> = F extends { readonly handlers: infer H } ? keyof H : never
type RequestsOf<F extends Feature> = F extends { readonly requests: infer R } ? keyof R : never

type TopicsOf<F extends Feature> = F extends { readonly topics: infer T } ? keyof T : never

/** The names of endpoints, requests and topics that no feature of the list handles. */
type Unhandled<F extends readonly Feature[]> =
  | `endpoint ${Exclude<keyof Handlers, EndpointsOf<F[number]>>}`
  | `request ${Exclude<keyof RequestHandlers, RequestsOf<F[number]>>}`
  | `topic ${Exclude<TopicName, TopicsOf<F[number]>>}`

/**
 * Checks at compile time that the features together handle every endpoint, request and topic of the contract. If one is
 * missing, the result is not a list of features, and the compiler's message names it.
 */
export function features<const F extends readonly Feature[]>(
  ...list: F
): [Unhandled<F>] extends [never] ? readonly Feature[] : { readonly [Name in Unhandled<F>]: 'no feature handles it' } {
  return list as never
}

/** The handlers of all features. */
export function handlersOf(list: readonly Feature[]): Handlers {
  return Object.assign({}, ...list.map(({ handlers }) => handlers)) as Handlers
}

/** The socket requests of all features. */
export function requestsOf(list: readonly Feature[]): RequestHandlers {
  return Object.assign({}, ...list.map(({ requests }) => requests)) as RequestHandlers
}
