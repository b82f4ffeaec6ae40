import type { Handlers } from '../../platform/http/route.ts'
import type { ConnectionsService } from './connections.service.ts'

type ConnectionHandlers = Pick<
  Handlers,
  'listExchangeKeys' | 'listExchangeBrokers' | 'addExchangeKey' | 'deleteExchangeKey'
>

export function connectionHandlers(connections: ConnectionsService): ConnectionHandlers {
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
  }
}
