import type { Handlers } from '../../../platform/http/route.ts'
import type { MarketFetches } from './market-fetches.service.ts'

type FetchHandlers = Pick<Handlers, 'offerFetch' | 'startFetch' | 'cancelFetch'>

export function marketFetchHandlers(fetches: MarketFetches): FetchHandlers {
  return {
    offerFetch: ({ query, userId }) => fetches.offer(query, userId),
    startFetch: ({ body, userId }) => fetches.start(body, userId),
    cancelFetch: ({ params, userId }) => fetches.cancel(params.id, userId),
  }
}
