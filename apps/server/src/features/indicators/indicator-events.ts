import type { Bus } from '@tradeloom/bus'
import type { TopicEvent } from '@tradeloom/contracts'
import { ownTopic } from '../../platform/realtime/topic.ts'

/** Message on `indicator.changed.<user id>`. */
interface IndicatorMessage {
  readonly userId: string
  readonly event: TopicEvent<'indicators'>
}

export function publishIndicator(bus: Bus, userId: string, event: TopicEvent<'indicators'>): void {
  bus.publish(`indicator.changed.${userId}`, { userId, event } satisfies IndicatorMessage)
}

/** The user's indicators; the list itself is fetched over HTTP. */
export const indicatorsTopic = ownTopic({
  subject: 'indicator.changed.*',
  snapshot: async () => [],
  change: ({ userId, event }: IndicatorMessage) => ({ userId, key: event.data.id, event, isCoalesced: false }),
})
