import { uuid } from '@tradeloom/contracts'
import { signedIn, type Topic } from '../../platform/realtime/topic.ts'
import type { ImportMessage } from './import-events.ts'
import type { MarketImportsService } from './market-imports.service.ts'

/** One import, for its owner. */
export function importTopic(imports: Pick<MarketImportsService, 'own'>): Topic {
  return {
    id: uuid,
    subject: 'import.*',
    admit: async (id, viewerId) => (await imports.own(id, signedIn(viewerId))).userId,
    snapshot: async (id, viewerId) => [{ event: 'import', data: await imports.own(id, signedIn(viewerId)) }],
    changes: (message) => {
      const { userId, data } = message as ImportMessage
      const isCoalesced = data.status === 'In Progress'
      return [{ id: data.id, audience: userId, event: { event: 'import', data }, isCoalesced }]
    },
  }
}
