import type { ApiAccessParts } from '../../platform/api/api-access.ts'
import type { UsersService } from '../../platform/auth/users.service.ts'
import type { Handlers } from '../../platform/http/route.ts'
import type { ApiKeysService } from './api-keys.service.ts'

type ApiKeyHandlers = Pick<Handlers, 'listApiKeys' | 'createApiKey' | 'deleteApiKey' | 'getApiUsage'>

export function apiKeyHandlers(
  keys: ApiKeysService,
  users: Pick<UsersService, 'rightsOf'>,
  { credits }: Pick<ApiAccessParts, 'credits'>,
): ApiKeyHandlers {
  return {
    listApiKeys: ({ userId }) => keys.list(userId),
    createApiKey: ({ userId, body, request }) => keys.create(userId, body, request.ip),
    async deleteApiKey({ userId, params, request }) {
      await keys.remove(userId, params.key, request.ip)
      return { ok: true }
    },
    async getApiUsage({ userId }) {
      const [{ apiCredits: available }, { day, month }] = await Promise.all([
        users.rightsOf(userId),
        credits.usage(userId),
      ])
      return [
        { period: '24h', used: day, available },
        { period: '30d', used: month, available },
      ]
    },
  }
}
