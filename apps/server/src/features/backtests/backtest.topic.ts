import type { Backtest, TopicEvent } from '@tradeloom/contracts'
import type { Change, Topic, Update } from '../../platform/realtime/topic.ts'
import type { BacktestMessage } from './backtest-events.ts'
import type { BacktestsService } from './backtests.service.ts'

const OWNER = 'owner'
const PUBLIC = 'public'

type BacktestEvent = TopicEvent<'backtest.{id}'>
/** Messages about what a run does, not about its row. */
type LiveMessage = Extract<BacktestMessage, { event: 'prices' | 'position' }>

/** One backtest: its owner sees everything, others what is shared. */
export function backtestTopic(backtests: Pick<BacktestsService, 'audienceOf' | 'row'>): Topic<BacktestEvent> {
  return {
    subject: 'backtest.*',
    admit: (id, viewerId) => backtests.audienceOf(id, viewerId),
    snapshot: async (id, viewerId) => [rowUpdate(await backtests.row(id, viewerId))],
    changes: (message) => changesOf(message as BacktestMessage),
  }
}

/** A row as it is now. */
export function rowUpdate(data: Backtest): Update<TopicEvent<'backtests'>> {
  return { key: data.id, event: { event: 'update', data } }
}

function changesOf(message: BacktestMessage): Change<BacktestEvent>[] {
  const id = idOf(message)
  if (isLive(message))
    return [{ id, key: keyOf(message), audience: OWNER, event: liveEvent(message), isCoalesced: true }]
  const isCoalesced = message.event === 'progress'
  return [
    { id, key: keyOf(message), audience: OWNER, event: ownerEvent(message), isCoalesced },
    ...publicEvents(message).map((event) => ({ id, key: id, audience: PUBLIC, event, isCoalesced })),
  ]
}

export function isLive(message: BacktestMessage): message is LiveMessage {
  return message.event === 'prices' || message.event === 'position'
}

function idOf(message: BacktestMessage): string {
  return 'data' in message ? message.data.id : message.own.id
}

function liveEvent(message: LiveMessage): BacktestEvent {
  return message.event === 'prices'
    ? { event: 'prices', data: message.data }
    : { event: 'position', data: message.data }
}

/** A verification does not replace the row, nor do prices, nor one position another. */
export function keyOf(message: BacktestMessage): string {
  const id = idOf(message)
  if (message.event === 'verified' || message.event === 'prices') return `${message.event} ${id}`
  return message.event === 'position' ? `position ${message.data.position.id} ${id}` : id
}

/** The event as the owner sees it. */
export function ownerEvent(message: Exclude<BacktestMessage, LiveMessage>): TopicEvent<'backtests'> {
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
function publicEvents(message: Exclude<BacktestMessage, LiveMessage>): BacktestEvent[] {
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
