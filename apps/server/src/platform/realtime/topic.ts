import type { ServerEvent, TopicEvent, TopicName } from '@tradeloom/contracts'
import { unauthenticated } from '../errors/app-error.ts'

/** The listening user; null for a visitor. */
export type ViewerId = string | null

/** An event and its subject: of two events with the same key, a slow client needs only the later one. */
export interface Update<Event extends ServerEvent = ServerEvent> {
  readonly key: string
  readonly event: Event
}

/** A change for one audience of a topic. */
export interface Change<Event extends ServerEvent = ServerEvent> extends Update<Event> {
  /** The part of the topic's name after the dot; empty for topics without an id. */
  readonly id: string
  readonly audience: string
  /** For frequently changing numbers: only the latest of each flush is sent. */
  readonly isCoalesced: boolean
}

/** What a topic that is open on this server holds, such as a subscription at a venue. */
export interface TopicLease {
  release(): void
}

/** A topic's access rule, its snapshot and its changes. */
export interface Topic<Event extends ServerEvent = ServerEvent> {
  /** Bus subject of its changes; absent if it has none. */
  readonly subject?: string
  /** Time between two flushes of coalesced changes. */
  readonly flushMs?: number
  /** Changes that are stored for slow clients; beyond them, they get the snapshot. Where omitted, 500. */
  readonly stored?: number
  /** The viewer's audience: listeners who see exactly the same data. Throws if the viewer may not listen. */
  admit(id: string, viewerId: ViewerId): Promise<string>
  /** The current state, sent before all changes. */
  snapshot(id: string, viewerId: ViewerId): Promise<Update<Event>[]>
  /** Converts a bus message to changes, by audience. */
  changes(message: unknown): readonly Change<Event>[]
  /**
   * Called for the first listener of an id; the lease is released a while after the last one. Until then, `publish`
   * sends changes to the listeners.
   */
  open?(id: string, publish: (change: Omit<Change<Event>, 'id'>) => void): TopicLease
}

type Missed = Extract<ServerEvent, { event: 'missed' }>

/** A feature's topics by their names in the contract. */
export type Topics = { readonly [Name in TopicName]?: Topic<TopicEvent<Name> | Missed> }

/** A topic for everything a user owns; users receive only their own events. */
export interface OwnTopic<Message, Event extends ServerEvent> {
  readonly subject: string
  readonly flushMs?: number
  snapshot(userId: string): Promise<Update<Event>[]>
  /** Null for messages that this topic does not send. */
  change(message: Message): ({ readonly userId: string } & Pick<Change<Event>, 'key' | 'event' | 'isCoalesced'>) | null
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
      const changed = change(message as Message)
      if (changed === null) return []
      const { userId, ...rest } = changed
      return [{ id: '', audience: userId, ...rest }]
    },
  }
}

export function signedIn(viewerId: ViewerId): string {
  if (viewerId === null) throw unauthenticated()
  return viewerId
}
