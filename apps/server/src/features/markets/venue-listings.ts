import { type Drizzle, putListings, readListings, readVenueSettings, type VenueSettingsRow } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import { type MarketFeed, systemClock, type VenueAdapter, type VenueUrls } from '@tradeloom/venues'

export interface VenueListingsDeps {
  readonly db: Drizzle
  readonly logger: { warn(fields: object, message: string): void }
  readonly adapters: readonly VenueAdapter[]
  /** Whether simulated venues are offered. */
  readonly isSimulated: boolean
  /** Where venues are reached if their settings name no other addresses, by id. */
  readonly urls: Readonly<Record<string, Partial<VenueUrls>>>
  readonly onChange: () => void
}

interface OpenVenue {
  readonly feed: MarketFeed
  /** As text, to notice that they have changed. */
  readonly urls: string
  /** Empty until it has answered. */
  listings: readonly ListedInstrument[]
}

/** Trading hours change, and instruments come and go. */
const REFRESH_MS = 60_000

/** Keeps what the venues without a login list, of those that are on. */
export class VenueListings {
  readonly #deps: VenueListingsDeps
  readonly #open = new Map<string, OpenVenue>()
  #timer: NodeJS.Timeout | undefined
  #known: ReadonlySet<string> = new Set()
  #urls: Readonly<Record<string, Partial<VenueUrls>>> = {}
  #stored = ''

  constructor(deps: VenueListingsDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    await this.refresh()
    this.#timer = setInterval(() => void this.refresh(), REFRESH_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const { feed } of this.#open.values()) feed.close()
    this.#open.clear()
  }

  /** Whether a venue that is switched on has it. */
  has(instrumentId: string): boolean {
    return this.#known.has(instrumentId)
  }

  /** Where the open venues are reached, by id; those that are missing are reached at their own addresses. */
  get urls(): Readonly<Record<string, Partial<VenueUrls>>> {
    return this.#urls
  }

  /** Never rejects. A venue that does not answer keeps its listing, and holds up no other one. */
  async refresh(): Promise<void> {
    const { db, logger } = this.#deps
    try {
      this.#adjust(await readVenueSettings(db))
      await Promise.all([...this.#open].map(([id, venue]) => this.#ask(id, venue)))
      await this.#store()
    } catch (error) {
      logger.warn({ err: error }, 'the instruments of the venues could not be stored')
    }
  }

  /** Opens the venues that are on, and closes all others: nothing is sent to a venue that is off. */
  #adjust(settings: ReadonlyMap<string, VenueSettingsRow>): void {
    const urls: Record<string, Partial<VenueUrls>> = {}
    for (const { id, needs, openFeed } of this.#deps.adapters) {
      const row = settings.get(id)
      const isOn = openFeed !== undefined && (needs === 'nothing' || row?.isOn === true)
      const venueUrls = { ...this.#deps.urls[id], ...givenUrls(row) }
      const text = JSON.stringify(venueUrls)
      const open = this.#open.get(id)
      if (open && (!isOn || open.urls !== text)) {
        open.feed.close()
        this.#open.delete(id)
      }
      if (!isOn) continue
      if (text !== '{}') urls[id] = venueUrls
      if (this.#open.has(id)) continue
      this.#open.set(id, { feed: openFeed({ clock: systemClock, urls: venueUrls }), urls: text, listings: [] })
    }
    this.#urls = urls
  }

  async #ask(venueId: string, venue: OpenVenue): Promise<void> {
    try {
      venue.listings = await venue.feed.instruments()
    } catch (error) {
      this.#deps.logger.warn({ err: error, venueId }, 'the instruments of a venue could not be listed')
    }
  }

  async #store(): Promise<void> {
    const { db, isSimulated, onChange } = this.#deps
    const listings = [...this.#open.values()]
      .flatMap((venue) => venue.listings)
      .filter(({ simulated }) => isSimulated || !simulated)
    this.#known = new Set(listings.filter(({ status }) => status !== 'delisted').map(({ id }) => id))
    const text = JSON.stringify([[...this.#open.keys()], listings])
    if (text === this.#stored) return
    const listed = new Set(listings.map(({ id }) => id))
    const missing = (await readListings(db)).filter(({ id }) => !listed.has(id))
    await putListings(db, [...listings, ...missing.flatMap((one) => this.#withdrawn(one))])
    this.#stored = text
    onChange()
  }

  /** An instrument that is not listed now, if that changes its status. */
  #withdrawn(listing: ListedInstrument): ListedInstrument[] {
    const { broker, status } = listing
    const adapter = this.#deps.adapters.find((one) => one.id === broker)
    if (!adapter) return []
    const open = this.#open.get(broker)
    // A venue that has not answered yet has withdrawn nothing, and one that is off lists nothing.
    if (open && open.listings.length === 0) return []
    const now = open ? 'delisted' : 'data-only'
    return status === now || (now === 'data-only' && status === 'delisted') ? [] : [{ ...listing, status: now }]
  }
}

function givenUrls(row: VenueSettingsRow | undefined): Partial<VenueUrls> {
  const { restUrl = null, streamUrl = null, wsApiUrl = null } = row ?? {}
  return {
    ...(restUrl === null ? {} : { rest: restUrl }),
    ...(streamUrl === null ? {} : { streams: streamUrl }),
    ...(wsApiUrl === null ? {} : { wsApi: wsApiUrl }),
  }
}
