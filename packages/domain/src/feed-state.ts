/**
 * Of one stream, not of a venue: prices can be dead while trades arrive. `quiet`: only heartbeats arrive. `stale`: nothing
 * arrives, although it should. `refused`: until an operator changes something. `closed`: nobody wants it any longer.
 */
export const FEED_STATES = ['idle', 'connecting', 'live', 'quiet', 'stale', 'backoff', 'refused', 'closed'] as const
export type FeedState = (typeof FEED_STATES)[number]
