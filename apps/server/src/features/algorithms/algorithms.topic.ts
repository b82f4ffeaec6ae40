import { ownTopic } from '../../platform/realtime/topic.ts'
import type { CheckMessage } from './check-message.ts'
import type { VersionChecks } from './version-checks.ts'

/** The checks of all versions of the user's algorithms. */
export function algorithmsTopic(checks: Pick<VersionChecks, 'recent'>) {
  return ownTopic<CheckMessage>({
    subject: 'version-check.*',
    snapshot: async (userId) => (await checks.recent(userId)).map((data) => ({ event: 'version-check', data })),
    change: ({ userId, data }) => ({ userId, event: { event: 'version-check', data }, isCoalesced: false }),
  })
}
