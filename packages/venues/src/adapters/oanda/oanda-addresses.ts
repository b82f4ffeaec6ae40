import type { VenueEnvironment } from '@tradeloom/domain'
import type { VenueAddresses } from '../../ports/venue-adapter.ts'

/** Live and practice accounts are two installations with keys of their own. */
export const OANDA_ADDRESSES = {
  rest: 'https://api-fxtrade.oanda.com',
  streams: 'https://stream-fxtrade.oanda.com',
  practiceRest: 'https://api-fxpractice.oanda.com',
  practiceStreams: 'https://stream-fxpractice.oanda.com',
} as const

/** Where the accounts of an environment are. */
export function addressesOf(
  environment: VenueEnvironment,
  urls: VenueAddresses = {},
): { readonly rest: string; readonly streams: string } {
  const { rest, streams, practiceRest, practiceStreams } = { ...OANDA_ADDRESSES, ...urls }
  return environment === 'live' ? { rest, streams } : { rest: practiceRest, streams: practiceStreams }
}
