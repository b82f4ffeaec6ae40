import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { AdminUsersService } from './admin-users.service.ts'

/** What an administrator does with users. */
export function adminUsersFeature(platform: Platform) {
  const users = new AdminUsersService(platform)
  return {
    handlers: {
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
