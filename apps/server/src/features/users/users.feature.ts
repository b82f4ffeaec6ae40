import type { Feature } from '../../platform/feature.ts'
import type { ConnectionsFeature } from '../connections/connections.feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { userTopic } from './user.topic.ts'
import { userHandlers } from './users.routes.ts'

export function usersFeature(
  { config, users, bus, isSecure }: Pick<Platform, 'config' | 'users' | 'bus' | 'isSecure'>,
  { connections }: ConnectionsFeature,
) {
  const loginEnded = (id: string): void => bus.publish(`login.ended.${id}`, null)
  return {
    handlers: userHandlers({ users, loginEnded, isSecure, config, connectionsOf: (id) => connections.list(id) }),
    topics: { user: userTopic },
  } as const satisfies Feature
}
