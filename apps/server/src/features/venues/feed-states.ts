import type { Bus } from '@tradeloom/bus'
import type { VenueFeed, VenueFeeds } from '@tradeloom/contracts'

/** Several reports: one may be lost. After that, the process `ingest` counts as ended, and nothing as open. */
const LASTS_MS = 5_000

/** What the process `ingest` has open at each venue, in whichever server it runs. */
export class FeedStates {
  readonly #now: () => number
  readonly #stop: () => void
  #feeds: readonly VenueFeed[] = []
  #reportedAt = -Infinity

  constructor(bus: Bus, now: () => number) {
    this.#now = now
    const subscription = bus.subscribe('venue.feeds', ({ payload }) => {
      this.#feeds = (payload as VenueFeeds).feeds
      this.#reportedAt = now()
    })
    this.#stop = () => subscription.unsubscribe()
  }

  stop(): void {
    this.#stop()
  }

  /** Null while nothing of the venue is open. */
  of(venueId: string): VenueFeed | null {
    if (this.#now() - this.#reportedAt >= LASTS_MS) return null
    return this.#feeds.find((one) => one.venueId === venueId) ?? null
  }
}
