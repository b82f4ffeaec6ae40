import { unauthenticated } from '../../platform/errors/app-error.ts'
import type { Handlers } from '../../platform/http/route.ts'
import type { ImportQuotas } from '../market-imports/import-quotas.ts'
import type { Login } from '../../platform/auth/login.ts'
import type { MarketService } from './market.service.ts'
import type { PrivateDataService } from './private-data.service.ts'

type PrivateDataHandlers = Pick<
  Handlers,
  'removeMarketData' | 'setBarDays' | 'listPrivateData' | 'sharePrivateData' | 'marketDataUsage'
>

interface Deps {
  readonly privateData: PrivateDataService
  readonly market: MarketService
  readonly quotas: ImportQuotas
}

export function privateDataHandlers({ privateData, market, quotas }: Deps): PrivateDataHandlers {
  return {
    removeMarketData: async ({ params, query, login }) => {
      const { interval, price, shared } = query
      const series = await privateData.remove(userOf(login), {
        instrumentId: params.instrumentId,
        isShared: shared === 'true',
        ...(interval && price ? { key: { interval, price } } : {}),
      })
      return { series }
    },
    setBarDays: ({ params, body, login }) => privateData.setBarDays(userOf(login), params.instrumentId, body),
    listPrivateData: ({ login }) => privateData.list(userOf(login)),
    sharePrivateData: ({ body: { interval, price, ...request }, login }) =>
      privateData.share(userOf(login), { ...request, key: { interval, price } }),
    marketDataUsage: async ({ login }) => {
      const { id, isAdmin } = userOf(login)
      const { uploadBytes, uploads } = quotas.limits
      return {
        storedBytes: await market.store.forOwner(id).ownBytes(),
        maxStoredBytes: isAdmin ? null : await quotas.storedLimit(id),
        maxUploadBytes: isAdmin ? null : uploadBytes,
        maxUploads: isAdmin ? null : uploads,
        maxFiles: quotas.filesOf(isAdmin),
      }
    },
  }
}

function userOf(login: Login | null): Login['user'] {
  if (!login) throw unauthenticated()
  return login.user
}
