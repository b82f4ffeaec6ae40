import type { ServerEvent, TopicEvent, TopicName } from '@tradeloom/contracts'
import { unauthenticated } from '../errors/app-error.ts'

/** The user who listens; null for a visitor. */
export type ViewerId = string | null

/** An event and what it is about: of two events with the same key, a slow client needs only the later one. */
export interface Update<Event extends ServerEvent = ServerEvent> {
  readonly key: string
  readonly event: Event
}

/** One thing that changed, for one audience of a topic. */
export interface Change<Event extends ServerEvent = ServerEvent> extends Update<Event> {
  /** The part of the topic's name after the dot; empty for a topic without one. */
  readonly id: string
  readonly audience: string
  /** True for numbers that change often: only the latest one of each flush is sent. */
  readonly isCoalesced: boolean
}

/** What clients can listen to: who may, what they see first, and what follows. */
export interface Topic<Event extends ServerEvent = ServerEvent> {
  /** Bus subject that its changes arrive on; absent for a topic without any. */
  readonly subject?: string
  /** Time between two flushes of coalesced changes. */
  readonly flushMs?: number
  /** The viewer's audience: listeners who see exactly the same. Throws when the viewer may not listen. */
  admit(id: string, viewerId: ViewerId): Promise<string>
  /** The current state, sent before any change. */
  snapshot(id: string, viewerId: ViewerId): Promise<Update<Event>[]>
  /** What a message on the bus means for each audience. */
  changes(message: unknown): readonly Change<Event>[]
}

/** The topics of a feature by the names that the contract gives them. */
export type Topics = { readonly [Name in TopicName]?: Topic<TopicEvent<Name>> }

/** A topic of everything that a user owns; each user only receives their own. */
export interface OwnTopic<Message, Event extends ServerEvent> {
  readonly subject: string
  readonly flushMs?: number
  snapshot(userId: string): Promise<Update<Event>[]>
  change(message: Message): { readonly userId: string } & Pick<Change<Event>, 'key' | 'event' | 'isCoalesced'>
}

export function ownTopic<Message, Event extends ServerEvent>({
  subject,
  flushMs,
  snapshot,
  change,
}: OwnTopic<Message, Event>): Topic<Event> {
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
