import type { Platform } from '../../platform/platform.ts'
import type { UserMessage } from '../users/user.topic.ts'

/** The user's open pages fetch their rights again. */
export async function publishRights({ bus, users }: Pick<Platform, 'bus' | 'users'>, userId: string): Promise<void> {
  const { backtestUnits } = await users.rightsOf(userId)
  const events: UserMessage['event'][] = [
    { event: 'credit-backtest-units', data: { backtestUnits } },
    { event: 'user-changed', data: null },
  ]
  for (const event of events) bus.publish(`user.changed.${userId}`, { userId, event } satisfies UserMessage)
}
