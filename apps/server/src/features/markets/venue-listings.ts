import { type Drizzle, putListings, readListings } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import { ADAPTERS, type MarketFeed, systemClock } from '@tradeloom/venues'

export interface VenueListingsDeps {
  readonly db: Drizzle
  readonly logger: { warn(fields: object, message: string): void }
  /** Whether simulated venues are offered. */
  readonly isSimulated: boolean
  readonly onChange: () => void
}

/** Trading hours change, and instruments come and go. */
const REFRESH_MS = 60_000

/** Keeps what the venues without a login list. */
export class VenueListings {
  readonly #deps: VenueListingsDeps
  readonly #feeds: readonly MarketFeed[]
  #timer: NodeJS.Timeout | undefined
  #known: ReadonlySet<string> = new Set()
  #stored = ''

  constructor(deps: VenueListingsDeps) {
    this.#deps = deps
    this.#feeds = ADAPTERS.flatMap(({ openFeed }) => (openFeed ? [openFeed({ clock: systemClock })] : []))
  }

  async start(): Promise<void> {
    await this.#refresh()
    this.#timer = setInterval(() => void this.#refresh(), REFRESH_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const feed of this.#feeds) feed.close()
  }

  /** Whether a venue that is switched on has it. */
  has(instrumentId: string): boolean {
    return this.#known.has(instrumentId)
  }

  async #refresh(): Promise<void> {
    const { db, logger, onChange, isSimulated } = this.#deps
    try {
      const lists = await Promise.all(this.#feeds.map((feed) => feed.instruments()))
      const listings = lists.flat().filter(({ simulated }) => isSimulated || !simulated)
      this.#known = new Set(listings.filter(({ status }) => status !== 'delisted').map(({ id }) => id))
      const text = JSON.stringify(listings)
      if (text === this.#stored) return
      const gone = (await readListings(db)).filter((one) => isGone(one, listings))
      await putListings(db, [...listings, ...gone.map((one) => ({ ...one, status: 'delisted' as const }))])
      this.#stored = text
      onChange()
    } catch (error) {
      logger.warn({ err: error }, 'the instruments of a venue could not be listed')
    }
  }
}

/** A venue that was listed completely no longer has it. */
function isGone({ id, broker, status }: ListedInstrument, listings: readonly ListedInstrument[]): boolean {
  return (
    status !== 'delisted' && ADAPTERS.some((one) => one.id === broker) && listings.every((listing) => listing.id !== id)
  )
}
