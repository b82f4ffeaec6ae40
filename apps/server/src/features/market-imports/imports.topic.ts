import { ownTopic } from '../../platform/realtime/topic.ts'
import type { ImportMessage } from './import-events.ts'
import { importUpdate, isInProgress } from './import.topic.ts'

/** All imports of the user; the list itself is fetched over HTTP. */
export function importsTopic() {
  return ownTopic({
    subject: 'import.*',
    snapshot: async () => [],
    change: ({ userId, data }: ImportMessage) => ({ userId, ...importUpdate(data), isCoalesced: isInProgress(data) }),
  })
}
