import type { TopicEvent, VersionCheckChange } from '@tradeloom/contracts'
import { ownTopic, type Update } from '../../platform/realtime/topic.ts'
import type { CheckMessage } from './check-message.ts'
import type { VersionChecks } from './version-checks.ts'

/** The checks of all versions of the user's algorithms. */
export function algorithmsTopic(checks: Pick<VersionChecks, 'recent'>) {
  return ownTopic({
    subject: 'version-check.*',
    snapshot: async (userId) => (await checks.recent(userId)).map(checkUpdate),
    change: ({ userId, data }: CheckMessage) => ({ userId, ...checkUpdate(data), isCoalesced: false }),
  })
}

function checkUpdate(data: VersionCheckChange): Update<TopicEvent<'algorithms'>> {
  return { key: data.versionId, event: { event: 'version-check', data } }
}
