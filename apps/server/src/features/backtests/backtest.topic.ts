import type { Backtest, TopicEvent } from '@tradeloom/contracts'
import type { Change, Topic, Update } from '../../platform/realtime/topic.ts'
import type { BacktestMessage } from './backtest-events.ts'
import type { BacktestsService } from './backtests.service.ts'

const OWNER = 'owner'
const PUBLIC = 'public'

type BacktestEvent = TopicEvent<'backtests'>

/** One backtest: its owner sees everything, others what is shared. */
export function backtestTopic(backtests: Pick<BacktestsService, 'visible' | 'row'>): Topic<BacktestEvent> {
  return {
    subject: 'backtest.*',
    async admit(id, viewerId) {
      const { backtest } = await backtests.visible(id, viewerId)
      return backtest.userId === viewerId ? OWNER : PUBLIC
    },
    snapshot: async (id, viewerId) => [rowUpdate(await backtests.row(id, viewerId))],
    changes: (message) => changesOf(message as BacktestMessage),
  }
}

/** A row as it is now. */
export function rowUpdate(data: Backtest): Update<BacktestEvent> {
  return { key: data.id, event: { event: 'update', data } }
}

function changesOf(message: BacktestMessage): Change<BacktestEvent>[] {
  const id = idOf(message)
  const isCoalesced = message.event === 'progress'
  return [
    { id, key: keyOf(message), audience: OWNER, event: ownerEvent(message), isCoalesced },
    ...publicEvents(message).map((event) => ({ id, key: id, audience: PUBLIC, event, isCoalesced })),
  ]
}

function idOf(message: BacktestMessage): string {
  return 'data' in message ? message.data.id : message.own.id
}

/** A verification does not replace the row. */
export function keyOf(message: BacktestMessage): string {
  return message.event === 'verified' ? `verified ${message.data.id}` : idOf(message)
}

/** The event as the owner sees it. */
export function ownerEvent(message: BacktestMessage): BacktestEvent {
  switch (message.event) {
    case 'progress':
      return { event: 'progress', data: message.data }
    case 'progress-detail':
      return { event: 'progress-detail', data: message.data }
    case 'deleted':
      return { event: 'deleted', data: message.data }
    case 'verified':
      return { event: 'verified', data: message.data }
    default:
      return { event: message.event, data: message.own }
  }
}

/** The event as others see it, if they do. */
function publicEvents(message: BacktestMessage): BacktestEvent[] {
  switch (message.event) {
    case 'progress':
      return message.isPublic ? [{ event: 'progress', data: message.data }] : []
    case 'progress-detail':
    case 'verified':
      return []
    case 'deleted':
      return [{ event: 'deleted', data: message.data }]
    default:
      return message.shared ? [{ event: message.event, data: message.shared }] : []
  }
}
