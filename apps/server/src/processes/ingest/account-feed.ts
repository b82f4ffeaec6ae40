import type { VenueListed } from '@tradeloom/contracts'
import type { MarketFeed, VenueClock } from '@tradeloom/venues'

/** Trading hours change, and instruments come and go. */
const REFRESH_MS = 60_000
/** After an answer that did not come; twice as long after each further one. */
const FIRST_PAUSE_MS = 2_000

export interface AccountFeedParts {
  readonly venueId: string
  readonly clock: VenueClock
  readonly open: () => Promise<MarketFeed>
  /** It is there, and streams of it can be opened. */
  readonly opened: (feed: MarketFeed) => void
  readonly emit: (event: VenueListed) => void
}

/** Prices that a venue shows to an account alone, and what it lists for it, asked again and again. */
export class AccountFeed {
  readonly #parts: AccountFeedParts
  #feed: MarketFeed | null = null
  #pauseMs = FIRST_PAUSE_MS
  #cancel = (): void => {}
  #isClosed = false

  constructor(parts: AccountFeedParts) {
    this.#parts = parts
    void this.#ask()
  }

  close(): void {
    this.#isClosed = true
    this.#cancel()
    this.#feed?.close()
  }

  async #ask(): Promise<void> {
    const { venueId, clock, emit } = this.#parts
    let waitMs = REFRESH_MS
    try {
      const feed = this.#feed ?? (await this.#open())
      const listings = await feed.instruments()
      if (this.#isClosed) return
      emit({ kind: 'listed', venueId, listings })
      this.#pauseMs = FIRST_PAUSE_MS
    } catch (error) {
      if (this.#isClosed) return
      emit({ kind: 'unlisted', venueId, message: error instanceof Error ? error.message : 'It does not answer' })
      waitMs = this.#pauseMs
      this.#pauseMs = Math.min(REFRESH_MS, this.#pauseMs * 2)
    }
    this.#cancel = clock.at(clock.now() + waitMs, () => void this.#ask())
  }

  async #open(): Promise<MarketFeed> {
    const feed = await this.#parts.open()
    if (this.#isClosed) {
      feed.close()
      throw new Error('It is not wanted any more')
    }
    this.#feed = feed
    this.#parts.opened(feed)
    return feed
  }
}
