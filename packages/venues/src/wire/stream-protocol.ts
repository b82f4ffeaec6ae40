import type { Pace } from './paced-socket.ts'

/** Numbers of a message: those of the updates that it covers, of a trade, or its time. NaN without any. */
export interface Numbers {
  readonly first: number
  readonly last: number
}

export type StreamMessage =
  | { readonly kind: 'data'; readonly stream: string; readonly data: object }
  /** `streams`: those that exist, for a list. */
  | { readonly kind: 'done'; readonly id: number; readonly streams: readonly string[] }
  /** A refusal is noticed by the silence of what was refused. */
  | { readonly kind: 'refused'; readonly id: number }
  /** The venue is about to end the connection. */
  | { readonly kind: 'ending' }

/** How a venue carries many streams on one connection. */
export interface StreamProtocol {
  readonly url: string
  readonly pace: Pace
  /** How many streams one message names at most. */
  readonly batch: number
  /** A connection is replaced before the venue ends it. */
  readonly lifeMs: number
  subscribe(id: number, streams: readonly string[]): string
  unsubscribe(id: number, streams: readonly string[]): string
  /** Asks which streams exist: a stream without messages is alive as long as it is listed. */
  list(id: number): string
  /** Null, or an error, for what is not understood. */
  read(text: string): StreamMessage | null
  numbersOf(data: object): Numbers
}
