import { CHANNELS, type SocketRequest, socketRequests } from '@tradeloom/contracts'
import type { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import type { FairQueue } from '../http/fair-queue.ts'
import type { Client } from './client.ts'
import type { ViewerId } from './topic.ts'

type Requests = typeof socketRequests
export type RequestKey = keyof Requests
type Payload<Key extends RequestKey> = z.output<ReturnType<Requests[Key]['payload']>>
type Answer<Key extends RequestKey> = z.input<ReturnType<Requests[Key]['answer']>>

/** How the server answers one socket request. */
export interface RequestHandler<Key extends RequestKey> {
  /** Whether it skips the queue of expensive requests. */
  readonly isLight?: boolean
  answer(payload: Payload<Key>, viewerId: ViewerId): Promise<Answer<Key>>
}

/** A feature's answers to requests of the contract. */
export type RequestHandlers = { readonly [Key in RequestKey]: RequestHandler<Key> }

const REQUESTS = Object.entries<SocketRequest>(socketRequests) as [RequestKey, SocketRequest][]

/** @throws {AppError} if there is no such request on the channel. */
export function findRequest(
  name: string,
  channel: number,
): { readonly key: RequestKey; readonly request: SocketRequest } {
  const named = REQUESTS.filter(([, request]) => request.name === name)
  if (named.length === 0) throw new AppError('not-found', 'unknown-request', `There is no request ${name}`)
  const found = named.find(([, { channels }]) => channels.some((one) => CHANNELS[one] === channel))
  if (!found) throw new AppError('invalid-input', 'wrong-channel', `${name} is not a request of channel ${channel}`)
  return { key: found[0], request: found[1] }
}

/** Throws AppError or ZodError if the request cannot be answered. */
export function answerRequest(
  handlers: RequestHandlers,
  { key, request }: ReturnType<typeof findRequest>,
  payload: unknown,
  client: Pick<Client, 'userId' | 'parties' | 'isOpen'>,
  heavyWork: FairQueue,
): Promise<unknown> {
  const { isLight, answer } = handlers[key] as RequestHandler<RequestKey>
  const parsed = request.payload().parse(payload)
  const work = (): Promise<unknown> => answer(parsed as never, client.userId)
  if (isLight) return work()
  return heavyWork.run(client.parties, work, () => !client.isOpen)
}
