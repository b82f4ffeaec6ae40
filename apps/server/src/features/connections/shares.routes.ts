import type { Handlers } from '../../platform/http/route.ts'
import type { SharesService } from './shares.service.ts'

type ShareHandlers = Pick<Handlers, 'listShares' | 'shareConnection' | 'changeShare' | 'acceptShare' | 'endShare'>

export function shareHandlers(shares: SharesService): ShareHandlers {
  return {
    listShares: ({ userId }) => shares.list(userId),
    shareConnection: ({ params, body, userId }) => shares.invite(params.id, body, userId),
    changeShare: ({ params, body, userId, weaken }) => shares.change(params.id, body.role, userId, weaken),
    async acceptShare({ params, userId }) {
      await shares.accept(params.id, userId)
      return { ok: true }
    },
    async endShare({ params, userId }) {
      await shares.end(params.id, userId)
      return { ok: true }
    },
  }
}
