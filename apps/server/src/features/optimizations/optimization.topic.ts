import type { TopicEvent } from '@tradeloom/contracts'
import type { Change, Topic } from '../../platform/realtime/topic.ts'
import type { OptimizationMessage } from './optimization-events.ts'
import type { OptimizationsService } from './optimizations.service.ts'

const OWNER = 'owner'
const PUBLIC = 'public'

type OptimizationEvent = TopicEvent<'optimisation.{id}'>

/** One optimization with its new rows and log lines: its owner, and everybody if it is shared. */
export function optimizationTopic(
  optimizations: Pick<OptimizationsService, 'audienceOf' | 'row'>,
): Topic<OptimizationEvent> {
  return {
    subject: 'optimization.*',
    admit: (id, viewerId) => optimizations.audienceOf(id, viewerId),
    snapshot: async (id, viewerId) => [
      { key: id, event: { event: 'update', data: await optimizations.row(id, viewerId) } },
    ],
    changes: (message) => changesOf(message as OptimizationMessage),
  }
}

function changesOf(message: OptimizationMessage): Change<OptimizationEvent>[] {
  const { id, isPublic } = message
  const forAll = (key: string, event: OptimizationEvent, isCoalesced = false): Change<OptimizationEvent>[] =>
    (isPublic ? [OWNER, PUBLIC] : [OWNER]).map((audience) => ({ id, key, audience, event, isCoalesced }))
  switch (message.event) {
    case 'update': {
      const own = { event: 'update', data: message.own } as const
      const shared = message.shared && ({ event: 'update', data: message.shared } as const)
      return [
        { id, key: id, audience: OWNER, event: own, isCoalesced: false },
        ...(shared ? [{ id, key: id, audience: PUBLIC, event: shared, isCoalesced: false }] : []),
      ]
    }
    case 'deleted':
      return forAll(id, { event: 'optimisation-deleted', data: { id, algorithmId: message.algorithmId } })
    case 'begun':
      return forAll(`begun of ${id}`, { event: 'backtest-update', data: { id, backtests: [...message.backtests] } })
    case 'rows':
      // Whoever misses one sees a gap and reads the results again, so a slow listener needs only the last.
      return forAll(`rows of ${id}`, { event: 'backtest-result', data: { id, from: message.from, rows: message.rows } })
    case 'log':
      return forAll(`log of ${id}`, { event: 'optimisation-log', data: { id, lines: [...message.lines] } })
  }
}
