import type { z } from 'zod'
import type { ApiScope } from '../http/api-terms.ts'
import type { CHANNELS } from './messages.ts'

export type ChannelName = keyof typeof CHANNELS

/** How long clients wait for an answer, and what they show when none comes. */
interface TimeOut {
  readonly ms: number
  readonly text?: string
}

/** One request over the socket, read by server and web alike: the server has a handler for each, the web asks typed. */
export interface SocketRequest<
  Payload extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Name extends string = string,
> {
  /** Name on the wire: the same name is another request on another channel. */
  readonly name: Name
  /** The channels that take it. */
  readonly channels: readonly [ChannelName, ...ChannelName[]]
  /** A function, like `answer`: the web app loads the schemas of what it asks for, and no others. */
  readonly payload: () => Payload
  readonly answer: () => Answer
  /** What the key of a program must include. */
  readonly scope: ApiScope
  readonly timeout: TimeOut
}

/** Keeps the types of one request. @__NO_SIDE_EFFECTS__ */
export function socketRequest<Payload extends z.ZodType, Answer extends z.ZodType, const Name extends string>(
  request: SocketRequest<Payload, Answer, Name>,
): SocketRequest<Payload, Answer, Name> {
  return { ...request, payload: once(request.payload), answer: once(request.answer) }
}

/** A schema is compiled when it is used first. */
function once<Schema>(make: () => Schema): () => Schema {
  let made: Schema | undefined
  return () => (made ??= make())
}
