import type { Abort } from './abort.ts'
import type { SocketRequests } from './api.generated.ts'

/** A channel that takes requests, such as `brokers`. */
export type Channel = keyof SocketRequests

/** What can be requested on a channel, such as `request-account`. */
export type RequestKind<On extends Channel> = keyof SocketRequests[On] & string

type Terms<On extends Channel, Kind extends RequestKind<On>> = SocketRequests[On][Kind] & {
  readonly body: unknown
  readonly answer: unknown
}
export type RequestBody<On extends Channel, Kind extends RequestKind<On>> = Terms<On, Kind>['body']
export type RequestAnswer<On extends Channel, Kind extends RequestKind<On>> = Terms<On, Kind>['answer']

export interface RequestOptions {
  /** Milliseconds until it is given up, connecting included. Default 30,000. */
  readonly timeout?: number
  /** Stops waiting. What was sent already is not undone. */
  readonly signal?: Abort
}

/**
 * What became of a request that failed. `refused`: the server said no, the message says why. `not-sent`: it never left,
 * so it can be made again. `no-answer`: it was sent, and nobody knows whether it was done.
 */
export type RequestOutcome = 'refused' | 'not-sent' | 'no-answer'

export class SocketRequestError extends Error {
  override readonly name = 'SocketRequestError'
  readonly outcome: RequestOutcome

  constructor(outcome: RequestOutcome, message: string) {
    super(message)
    this.outcome = outcome
  }
}

/** A new key for an order: the server takes each once, and answers a repetition as it answered the first. */
export function orderKey(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from(crypto.getRandomValues(new Uint32Array(7)), (n) => letters[n % letters.length]).join('')
}
