import { type SocketAnswer, type SocketRequestName, socketRequests } from '@tradeloom/contracts'
import type { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import type { FairQueue } from '../http/fair-queue.ts'
import type { Client } from './client.ts'
import type { ViewerId } from './topic.ts'

type Payload<Name extends SocketRequestName> = z.output<(typeof socketRequests)[Name]>

/** How the server answers one kind of socket request. */
export interface SocketRequest<Name extends SocketRequestName> {
  /** The specification's channel numbers that accept it. */
  readonly channels: readonly number[]
  /** Whether it skips the queue of expensive requests. */
  readonly isLight?: boolean
  answer(payload: Payload<Name>, viewerId: ViewerId): Promise<SocketAnswer<Name>>
}

/** A feature's answers to requests of the contract. */
export type SocketRequests = { readonly [Name in SocketRequestName]: SocketRequest<Name> }

/** The answers of all features: the same request may be for different things on different channels. */
export type AllSocketRequests = { readonly [Name in SocketRequestName]: readonly SocketRequest<Name>[] }

/** Throws AppError or ZodError if the request cannot be answered. */
export function answerRequest(
  requests: AllSocketRequests,
  { name, channel, payload }: { readonly channel: number; readonly name: string; readonly payload: unknown },
  client: Pick<Client, 'userId' | 'parties' | 'isOpen'>,
  heavyWork: FairQueue,
): Promise<unknown> {
  if (!isRequestName(name)) throw new AppError('not-found', 'unknown-request', `There is no request ${name}`)
  const all = requests[name] as readonly SocketRequest<SocketRequestName>[]
  const request = all.find(({ channels }) => channels.includes(channel))
  if (!request) {
    throw new AppError('invalid-input', 'wrong-channel', `${name} is not a request of channel ${channel}`)
  }
  const { isLight, answer } = request
  const parsed = socketRequests[name].parse(payload)
  const work = (): Promise<unknown> => answer(parsed as never, client.userId)
  if (isLight) return work()
  return heavyWork.run(client.parties, work, () => !client.isOpen)
}

function isRequestName(name: string): name is SocketRequestName {
  return Object.hasOwn(socketRequests, name)
}
