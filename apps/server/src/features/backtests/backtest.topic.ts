import { type ServerEvent, uuid } from '@tradeloom/contracts'
import type { Change, Topic } from '../../platform/realtime/topic.ts'
import type { BacktestMessage } from './backtest-events.ts'
import type { BacktestsService } from './backtests.service.ts'

const OWNER = 'owner'
const PUBLIC = 'public'

/** One backtest: its owner sees everything, others what is shared. */
export function backtestTopic(backtests: Pick<BacktestsService, 'visible' | 'row'>): Topic {
  return {
    id: uuid,
    subject: 'backtest.*',
    async admit(id, viewerId) {
      const { backtest } = await backtests.visible(id, viewerId)
      return backtest.userId === viewerId ? OWNER : PUBLIC
    },
    snapshot: async (id, viewerId) => [{ event: 'update', data: await backtests.row(id, viewerId) }],
    changes: (message) => changesOf(message as BacktestMessage),
  }
}

function changesOf(message: BacktestMessage): Change[] {
  const id = message.event === 'progress' || message.event === 'deleted' ? message.data.id : message.own.id
  const isCoalesced = message.event === 'progress'
  return [
    { id, audience: OWNER, event: ownerEvent(message), isCoalesced },
    ...publicEvents(message).map((event) => ({ id, audience: PUBLIC, event, isCoalesced })),
  ]
}

/** The event as the owner sees it. */
export function ownerEvent(message: BacktestMessage): ServerEvent {
  switch (message.event) {
    case 'progress':
      return { event: 'progress', data: message.data }
    case 'deleted':
      return { event: 'deleted', data: message.data }
    default:
      return { event: message.event, data: message.own }
  }
}

/** The event as others see it, if they do. */
function publicEvents(message: BacktestMessage): ServerEvent[] {
  switch (message.event) {
    case 'progress':
      return message.isPublic ? [{ event: 'progress', data: message.data }] : []
    case 'deleted':
      return [{ event: 'deleted', data: message.data }]
    default:
      return message.shared ? [{ event: message.event, data: message.shared }] : []
  }
}
