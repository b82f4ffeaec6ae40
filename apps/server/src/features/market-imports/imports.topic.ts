import { ownTopic } from '../../platform/realtime/topic.ts'
import type { ImportMessage } from './import-events.ts'

/** All imports of the user; the list itself is fetched over HTTP. */
export function importsTopic() {
  return ownTopic<ImportMessage>({
    subject: 'import.*',
    snapshot: async () => [],
    change: ({ userId, data }) => ({
      userId,
      event: { event: 'import', data },
      isCoalesced: data.status === 'In Progress',
    }),
  })
}
