import { ownTopic } from '../../platform/realtime/topic.ts'
import type { BacktestMessage } from './backtest-events.ts'
import { isLive, keyOf, ownerEvent, rowUpdate } from './backtest.topic.ts'
import type { BacktestsService } from './backtests.service.ts'

/** All backtests of the user. */
export function backtestsTopic(backtests: Pick<BacktestsService, 'unfinished'>) {
  return ownTopic({
    subject: 'backtest.*',
    snapshot: async (userId) => (await backtests.unfinished(userId)).map(rowUpdate),
    change: (message: BacktestMessage) =>
      isLive(message)
        ? null
        : {
            userId: message.userId,
            key: keyOf(message),
            event: ownerEvent(message),
            isCoalesced: message.event === 'progress',
          },
  })
}
