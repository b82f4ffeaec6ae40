import { type SocketRequestName, socketRequests } from '@tradeloom/contracts'
import type { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import type { FairQueue } from '../http/fair-queue.ts'
import type { Client } from './client.ts'
import type { ViewerId } from './topic.ts'

type Payload<Name extends SocketRequestName> = z.output<(typeof socketRequests)[Name]>

/** How a server answers one kind of request over the socket. */
export interface SocketRequest<Name extends SocketRequestName> {
  /** Channel numbers of the specification on which it may be asked. */
  readonly channels: readonly number[]
  /** It must not wait behind expensive requests. */
  readonly isLight?: boolean
  answer(payload: Payload<Name>, viewerId: ViewerId): Promise<unknown>
}

/** Every request of the contract with its answer. */
export type SocketRequests = { readonly [Name in SocketRequestName]: SocketRequest<Name> }

/** Throws AppError or ZodError for what is not to be answered. */
export function answerRequest(
  requests: SocketRequests,
  { name, channel, payload }: { readonly channel: number; readonly name: string; readonly payload: unknown },
  client: Pick<Client, 'userId' | 'parties' | 'isOpen'>,
  heavyWork: FairQueue,
): Promise<unknown> {
  if (!isRequestName(name)) throw new AppError('not-found', 'unknown-request', `There is no request ${name}`)
  const { channels, isLight, answer } = requests[name] as SocketRequest<SocketRequestName>
  if (!channels.includes(channel)) {
    throw new AppError('invalid-input', 'wrong-channel', `${name} is not a request of channel ${channel}`)
  }
  const parsed = socketRequests[name].parse(payload)
  const work = (): Promise<unknown> => answer(parsed as never, client.userId)
  if (isLight) return work()
  return heavyWork.run(client.parties, work, () => !client.isOpen)
}

function isRequestName(name: string): name is SocketRequestName {
  return Object.hasOwn(socketRequests, name)
}
