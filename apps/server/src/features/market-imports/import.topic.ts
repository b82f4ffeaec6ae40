import type { MarketImport, TopicEvent } from '@tradeloom/contracts'
import { signedIn, type Topic, type Update } from '../../platform/realtime/topic.ts'
import type { ImportMessage } from './import-events.ts'
import type { MarketImportsService } from './market-imports.service.ts'

type ImportEvent = TopicEvent<'imports'>

/** One import, for its owner. */
export function importTopic(imports: Pick<MarketImportsService, 'own'>): Topic<ImportEvent> {
  return {
    subject: 'import.*',
    admit: async (id, viewerId) => (await imports.own(id, signedIn(viewerId))).userId,
    snapshot: async (id, viewerId) => [importUpdate(await imports.own(id, signedIn(viewerId)))],
    changes: (message) => {
      const { userId, data } = message as ImportMessage
      return [{ id: data.id, audience: userId, ...importUpdate(data), isCoalesced: isInProgress(data) }]
    },
  }
}

/** The current import. */
export function importUpdate(data: MarketImport): Update<ImportEvent> {
  return { key: data.id, event: { event: 'import', data } }
}

export function isInProgress({ status }: MarketImport): boolean {
  return status === 'In Progress'
}
