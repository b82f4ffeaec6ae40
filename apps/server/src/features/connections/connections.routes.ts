import type { Passwords } from '../../platform/auth/passwords.ts'
import type { Handlers } from '../../platform/http/route.ts'
import type { ConnectionsService } from './connections.service.ts'

type ConnectionHandlers = Pick<
  Handlers,
  'listExchangeKeys' | 'listExchangeBrokers' | 'addExchangeKey' | 'deleteExchangeKey'
>

export function connectionHandlers(connections: ConnectionsService, passwords: Passwords): ConnectionHandlers {
  return {
    listExchangeKeys: ({ userId }) => connections.list(userId),
    listExchangeBrokers: () => connections.exchanges(),
    async addExchangeKey({ userId, body, request }) {
      const { password, formStyle: _, ...key } = body
      // Whoever finds an open browser adds no keys.
      await passwords.confirm(userId, password, request.ip)
      return connections.add(userId, key)
    },
    async deleteExchangeKey({ userId, params }) {
      await connections.remove(params.id, userId)
      return { ok: true }
    },
  }
}
