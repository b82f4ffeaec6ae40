import { refusedWithoutFactors } from '../../platform/auth/required-factors.ts'
import type { Feature } from '../../platform/feature.ts'
import type { AccountFeature } from '../account/account.feature.ts'
import type { ConnectionsFeature } from '../connections/connections.feature.ts'
import type { IdentitiesFeature } from '../identities/identities.feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { userTopic } from './user.topic.ts'
import { userHandlers } from './users.routes.ts'

export function usersFeature(
  {
    config,
    db,
    users,
    registration,
    bus,
    isSecure,
  }: Pick<Platform, 'config' | 'db' | 'users' | 'registration' | 'bus' | 'isSecure'>,
  { connections }: ConnectionsFeature,
  { links }: AccountFeature,
  packagesAre: () => Promise<'assigned' | 'sold' | 'none'>,
  { networks }: IdentitiesFeature,
  unread: (userId: string) => Promise<number>,
) {
  const loginEnded = (id: string): void => bus.publish(`login.ended.${id}`, null)
  /** Without a mail server the user asks for it, instead of the operator finding mail that nobody wanted. */
  const registered = (id: string): Promise<void> =>
    config.mail === null ? Promise.resolve() : links.sendVerification(id)
  return {
    handlers: userHandlers({
      users,
      registration,
      loginEnded,
      isSecure,
      config,
      packagesAre,
      networks,
      refusedWithoutFactors: (login) => refusedWithoutFactors(db, config, login),
      connectionsOf: (id) => connections.list(id),
      registered,
    }),
    topics: { user: userTopic(unread) },
  } as const satisfies Feature
}
