import type { TopicEvent } from '@tradeloom/contracts'
import { ownTopic } from '../../platform/realtime/topic.ts'

/** What happened to a user, as published on `user.changed.{userId}`. */
export interface UserMessage {
  readonly userId: string
  readonly event: TopicEvent<'user'>
}

/** The user's own account; the gateway also notifies each socket here when its login has ended. */
export const userTopic = (unread: (userId: string) => Promise<number>) =>
  ownTopic({
    subject: 'user.changed.*',
    snapshot: async (userId) => {
      const event = { event: 'notifications', data: { unread: await unread(userId) } } as const
      return [{ key: event.event, event }]
    },
    change: ({ userId, event }: UserMessage) => ({
      userId,
      key: event.event,
      event,
      isCoalesced: event.event === 'notifications',
    }),
  })
