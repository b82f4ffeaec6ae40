import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { IdentitiesFeature } from '../identities/identities.feature.ts'
import { AdminUsersService } from './admin-users.service.ts'
import { userDetail } from './user-detail.ts'

/** What an administrator does with users. */
export function adminUsersFeature(platform: Platform, { identities }: Pick<IdentitiesFeature, 'identities'>) {
  const { api, db, now } = platform
  const users = new AdminUsersService(platform)
  const rightsOf = (id: string) => platform.users.rightsOf(id)
  return {
    handlers: {
      getUserDetail: async ({ params }) => userDetail({ api, db, now, users, rightsOf, identities }, params.id),
      listUsers: async ({ query }) => users.list(query),
      updateUser: async ({ params, body, userId }) => users.update(params.id, body, userId),
      resetUserPassword: async ({ params }) => users.resetPassword(params.id),
      inviteUser: async ({ userId }) => {
        const { key, expires } = await platform.registration.invite(userId)
        return { link: `${platform.url.replace(/\/+$/, '')}/?invitation=${key}`, expires: expires.toISOString() }
      },
      withdrawInvitations: async () => ({ invitations: await platform.registration.withdraw() }),
      signOutUser: async ({ params }) => ({ logins: await users.signOut(params.id) }),
    },
  } as const satisfies Feature
}
