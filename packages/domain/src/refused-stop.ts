/**
 * What a venue does when the market has passed the stop of an order by the time that the order is filled. `hold`: the stop is
 * due at once, and filled at the next price; `cancel`: the order is canceled instead of being filled; `close`: the position is
 * opened without its stop, and closed at the market.
 */
export const REFUSED_STOPS = ['hold', 'cancel', 'close'] as const
export type RefusedStop = (typeof REFUSED_STOPS)[number]
