import { ownTopic } from '../../platform/realtime/topic.ts'
import type { BacktestMessage } from './backtest-events.ts'
import { ownerEvent } from './backtest.topic.ts'
import type { BacktestsService } from './backtests.service.ts'

/** All backtests of the user. */
export function backtestsTopic(backtests: Pick<BacktestsService, 'unfinished'>) {
  return ownTopic<BacktestMessage>({
    subject: 'backtest.*',
    snapshot: async (userId) => (await backtests.unfinished(userId)).map((data) => ({ event: 'update', data })),
    change: (message) => ({
      userId: message.userId,
      event: ownerEvent(message),
      isCoalesced: message.event === 'progress',
    }),
  })
}
