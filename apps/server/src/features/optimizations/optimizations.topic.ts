import type { TopicEvent } from '@tradeloom/contracts'
import type { Change, Topic } from '../../platform/realtime/topic.ts'
import { signedIn } from '../../platform/realtime/topic.ts'
import type { OptimizationMessage } from './optimization-events.ts'
import type { OptimizationsService } from './optimizations.service.ts'

type ListEvent = TopicEvent<'optimisations'>

/** All optimizations of the user, without the windows of walk-forward ones. */
export function optimizationsTopic(optimizations: Pick<OptimizationsService, 'unfinished'>): Topic<ListEvent> {
  return {
    subject: 'optimization.*',
    admit: async (_, viewerId) => signedIn(viewerId),
    snapshot: async (_, viewerId) =>
      (await optimizations.unfinished(signedIn(viewerId))).map((data) => ({
        key: data.id,
        event: { event: 'update', data },
      })),
    changes: (message) => changesOf(message as OptimizationMessage),
  }
}

function changesOf(message: OptimizationMessage): Change<ListEvent>[] {
  const { id: key, userId: audience } = message
  switch (message.event) {
    case 'update': {
      if (message.isWindow) return []
      return [{ id: '', key, audience, event: { event: 'update', data: message.own }, isCoalesced: true }]
    }
    case 'deleted': {
      const data = { id: message.id, algorithmId: message.algorithmId }
      return [{ id: '', key, audience, event: { event: 'optimisation-deleted', data }, isCoalesced: false }]
    }
    default:
      return []
  }
}
