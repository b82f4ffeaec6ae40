import type { Handlers } from '../../platform/http/route.ts'
import type { ConnectionsService } from './connections.service.ts'
import type { GuardianKeysService } from './guardian-keys.service.ts'

type ConnectionHandlers = Pick<
  Handlers,
  | 'listExchangeKeys'
  | 'listExchangeBrokers'
  | 'addExchangeKey'
  | 'deleteExchangeKey'
  | 'setGuardianKey'
  | 'deleteGuardianKey'
>

export function connectionHandlers(
  connections: ConnectionsService,
  guardianKeys: GuardianKeysService,
): ConnectionHandlers {
  return {
    listExchangeKeys: ({ userId }) => connections.list(userId),
    listExchangeBrokers: () => connections.exchanges(),
    async addExchangeKey({ userId, body }) {
      const { formStyle: _, ...key } = body
      return connections.add(userId, key)
    },
    async deleteExchangeKey({ userId, params }) {
      await connections.remove(params.id, userId)
      return { ok: true }
    },
    async setGuardianKey({ userId, params, body }) {
      const { formStyle: _, ...fields } = body
      return guardianKeys.set(params.id, userId, fields)
    },
    deleteGuardianKey: ({ userId, params }) => guardianKeys.remove(params.id, userId),
  }
}
