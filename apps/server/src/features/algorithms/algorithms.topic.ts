import type { TopicEvent, VersionCheckChange } from '@tradeloom/contracts'
import { ownTopic } from '../../platform/realtime/topic.ts'
import type { AlgorithmMessage } from './algorithm-message.ts'
import type { VersionChecks } from './version-checks.ts'

/** Changes of the user's algorithms, and the checks of their versions. */
export function algorithmsTopic(checks: Pick<VersionChecks, 'recent'>) {
  return ownTopic({
    subject: 'algorithm.changed.*',
    snapshot: async (userId) => (await checks.recent(userId)).map(checkUpdate),
    change: ({ userId, event }: AlgorithmMessage) => ({ userId, key: keyOf(event), event, isCoalesced: false }),
  })
}

function checkUpdate(data: VersionCheckChange) {
  const event: TopicEvent<'algorithms'> = { event: 'version-check', data }
  return { key: keyOf(event), event }
}

/** Events of one name and thing replace each other. */
function keyOf({ event, data }: TopicEvent<'algorithms'>): string {
  return `${event} ${'versionId' in data ? data.versionId : data.id}`
}
