import type { TopicEvent } from '@tradeloom/contracts'
import { signedIn, type Topic } from '../../platform/realtime/topic.ts'

/** The user's own login: the gateway notifies each socket when its login has ended. */
export const userTopic: Topic<TopicEvent<'user'>> = {
  admit: async (_, viewerId) => signedIn(viewerId),
  snapshot: async () => [],
  changes: () => [],
}
