import type { ServerEvent } from '@tradeloom/contracts'
import type { z } from 'zod'
import { unauthenticated } from '../errors/app-error.ts'

/** The user who listens; null for a visitor. */
export type ViewerId = string | null

/** One thing that changed, for one audience of a topic. */
export interface Change {
  /** The part of the topic's name after the dot; empty for a topic without one. */
  readonly id: string
  readonly audience: string
  readonly event: ServerEvent
  /** True for numbers that change often: only the latest one of each flush is sent. */
  readonly isCoalesced: boolean
}

/** What clients can listen to: who may, what they see first, and what follows. */
export interface Topic {
  /** The part of the name after the dot, such as a UUID or an instrument id; absent for a topic without one. */
  readonly id?: z.ZodType<string>
  /** Bus subject that its changes arrive on; absent for a topic without any. */
  readonly subject?: string
  /** Time between two flushes of coalesced changes. */
  readonly flushMs?: number
  /** The viewer's audience: listeners who see exactly the same. Throws when the viewer may not listen. */
  admit(id: string, viewerId: ViewerId): Promise<string>
  /** The current state, sent before any change. */
  snapshot(id: string, viewerId: ViewerId): Promise<ServerEvent[]>
  /** What a message on the bus means for each audience. */
  changes(message: unknown): readonly Change[]
}

/** By name: `backtests`, or `backtest.{id}` with an id. */
export type TopicName = Lowercase<string> | `${Lowercase<string>}.{id}`
export type Topics = Readonly<Record<TopicName, Topic>>

/** A topic of everything that a user owns; each user hears only of their own. */
export interface OwnTopic<Message> {
  readonly subject: string
  readonly flushMs?: number
  snapshot(userId: string): Promise<ServerEvent[]>
  change(message: Message): { readonly userId: string } & Pick<Change, 'event' | 'isCoalesced'>
}

export function ownTopic<Message>({ subject, flushMs, snapshot, change }: OwnTopic<Message>): Topic {
  return {
    subject,
    ...(flushMs === undefined ? {} : { flushMs }),
    admit: async (_, viewerId) => signedIn(viewerId),
    snapshot: async (_, viewerId) => snapshot(signedIn(viewerId)),
    changes: (message) => {
      const { userId, ...rest } = change(message as Message)
      return [{ id: '', audience: userId, ...rest }]
    },
  }
}

export function signedIn(viewerId: ViewerId): string {
  if (viewerId === null) throw unauthenticated()
  return viewerId
}
