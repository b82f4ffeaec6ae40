import type { DataLogin } from '@tradeloom/contracts'
import { type Drizzle, putListings, readListings, readVenueSettings, type VenueSettingsRow } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import {
  type FeedHealth,
  systemClock,
  type VenueAdapter,
  type VenueAddresses,
  type VenueMarket,
} from '@tradeloom/venues'
import { dataLogins } from '../../trading-core/connections/data-logins.ts'
import { marketsOn } from './markets-on.ts'
import type { ListingSource, ToldListings } from './told-listings.ts'

export interface VenueListingsDeps {
  readonly db: Drizzle
  readonly logger: { warn(fields: object, message: string): void }
  readonly adapters: readonly VenueAdapter[]
  /** Whether simulated venues are offered. */
  readonly isSimulated: boolean
  /** Where venues are reached if their settings name no other addresses, by id. */
  readonly urls: Readonly<Record<string, VenueAddresses>>
  /** Where processes tell each other until when a venue has forbidden all requests. */
  readonly sharedDir: string | null
  /** What is listed, or where venues are reached, has changed. */
  readonly onChange: () => void
  /** What venues list that answer an account alone. */
  readonly told: ToldListings
}

interface OpenVenue {
  readonly feed: ListingSource
  /** As text, to notice that they have changed. */
  readonly urls: string
  markets: readonly VenueMarket[]
  /** Empty until it has answered. */
  listings: readonly ListedInstrument[]
  problem: VenueProblem | null
  asking: Promise<void> | null
  pauseMs: number
  retry: NodeJS.Timeout | undefined
}

/** Why a venue could not be asked, and when it is asked again, UTC milliseconds. */
export interface VenueProblem {
  readonly message: string
  readonly retryAt: number
}

export interface VenueListing {
  readonly listed: number
  readonly problem: VenueProblem | null
  readonly health: FeedHealth | null
}

/** Trading hours change, and instruments come and go. */
const REFRESH_MS = 60_000
/** After an answer that did not come; twice as long after each further one. */
const FIRST_PAUSE_MS = 2_000

/** Keeps what the venues list that are on. */
export class VenueListings {
  readonly #deps: VenueListingsDeps
  readonly #open = new Map<string, OpenVenue>()
  #timer: NodeJS.Timeout | undefined
  #known: ReadonlySet<string> = new Set()
  #urls: Readonly<Record<string, VenueAddresses>> = {}
  #logins: Readonly<Record<string, DataLogin>> = {}
  #stored = ''
  #storing: Promise<void> = Promise.resolve()
  /** Of readings of the settings: an older one that ends later changes nothing. */
  #begun = 0
  #applied = 0

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
    for (const id of this.#open.keys()) this.#close(id)
  }

  /** Whether a venue that is switched on has it. */
  has(instrumentId: string): boolean {
    return this.#known.has(instrumentId)
  }

  /** Where the open venues are reached, by id; those that are missing are reached at their own addresses. */
  get urls(): Readonly<Record<string, VenueAddresses>> {
    return this.#urls
  }

  /** The accounts that see the prices of open venues which show none without a login, by venue id. */
  get logins(): Readonly<Record<string, DataLogin>> {
    return this.#logins
  }

  /** The ids of venues that are on. */
  get open(): readonly string[] {
    return [...this.#open.keys()]
  }

  /** How many instruments an open venue lists, and what keeps it from answering; null for one that is off. */
  stateOf(venueId: string): VenueListing | null {
    const venue = this.#open.get(venueId)
    if (!venue) return null
    return { listed: listedNow(venue).length, problem: venue.problem, health: venue.feed.health?.() ?? null }
  }

  /** Opens and closes venues as their settings say, without waiting for an answer of any. */
  async apply(): Promise<void> {
    const reading = ++this.#begun
    const { db, adapters } = this.#deps
    const [settings, logins] = await Promise.all([readVenueSettings(db), dataLogins(db, adapters)])
    if (reading < this.#applied) return
    this.#applied = reading
    this.#adjust(settings, logins)
  }

  /** Never rejects. A venue that does not answer keeps its listing, and holds up no other one. */
  async refresh(): Promise<void> {
    const { logger } = this.#deps
    try {
      await this.apply()
      await Promise.all([...this.#open].map(([id, venue]) => this.#ask(id, venue)))
      await this.#store()
    } catch (error) {
      logger.warn({ err: error }, 'the instruments of the venues could not be stored')
    }
  }

  /** Opens the venues that are on, and closes all others: nothing is sent to a venue that is off. */
  #adjust(settings: ReadonlyMap<string, VenueSettingsRow>, logins: Readonly<Record<string, DataLogin>>): void {
    const urls: Record<string, VenueAddresses> = {}
    let isChanged = JSON.stringify(logins) !== JSON.stringify(this.#logins)
    this.#logins = logins
    for (const adapter of this.#deps.adapters) {
      const { id, openFeed } = adapter
      const row = settings.get(id)
      const markets = marketsOn(adapter, row)
      const isOn = (openFeed !== undefined || logins[id] !== undefined) && markets.length > 0
      const venueUrls = { ...this.#deps.urls[id], ...row?.addresses }
      const text = JSON.stringify([venueUrls, logins[id]?.connectionId])
      const open = this.#open.get(id)
      if (open && (!isOn || open.urls !== text)) {
        this.#close(id)
        isChanged = true
      }
      if (!isOn) continue
      if (Object.keys(venueUrls).length > 0) urls[id] = venueUrls
      const still = this.#open.get(id)
      if (still) {
        isChanged ||= idsOf(still.markets).join() !== idsOf(markets).join()
        still.markets = markets
        continue
      }
      const feed =
        openFeed?.({ clock: systemClock, urls: venueUrls, sharedDir: this.#deps.sharedDir }) ??
        this.#deps.told.sourceOf(id)
      const unasked = { listings: [], problem: null, asking: null, pauseMs: FIRST_PAUSE_MS, retry: undefined }
      this.#open.set(id, { feed, urls: text, markets, ...unasked })
      isChanged = true
    }
    this.#urls = urls
    this.#know()
    if (isChanged) this.#deps.onChange()
  }

  #close(id: string): void {
    const venue = this.#open.get(id)
    clearTimeout(venue?.retry)
    venue?.feed.close()
    this.#open.delete(id)
  }

  /** Who asks while it is asked already gets the same answer. */
  #ask(venueId: string, venue: OpenVenue): Promise<void> {
    venue.asking ??= this.#list(venueId, venue).finally(() => (venue.asking = null))
    return venue.asking
  }

  async #list(venueId: string, venue: OpenVenue): Promise<void> {
    clearTimeout(venue.retry)
    try {
      let asked: readonly VenueMarket[]
      do {
        asked = venue.markets
        venue.listings = await venue.feed.instruments(idsOf(asked))
      } while (isMissing(venue.markets, asked) && this.#open.get(venueId) === venue)
      venue.problem = null
      venue.pauseMs = FIRST_PAUSE_MS
    } catch (error) {
      // It may have been switched off meanwhile.
      if (this.#open.get(venueId) !== venue) return
      this.#deps.logger.warn({ err: error, venueId }, 'the instruments of a venue could not be listed')
      const message = error instanceof Error ? error.message : String(error)
      venue.problem = { message, retryAt: Date.now() + venue.pauseMs }
      venue.retry = setTimeout(() => void this.#retry(venueId, venue), venue.pauseMs)
      venue.retry.unref()
      venue.pauseMs = Math.min(REFRESH_MS, venue.pauseMs * 2)
    }
  }

  async #retry(venueId: string, venue: OpenVenue): Promise<void> {
    await this.#ask(venueId, venue)
    await this.#store().catch((error: unknown) => {
      this.#deps.logger.warn({ err: error }, 'the instruments of the venues could not be stored')
    })
  }

  #store(): Promise<void> {
    this.#storing = this.#storing.catch(() => undefined).then(() => this.#storeNow())
    return this.#storing
  }

  #know(): ListedInstrument[] {
    const listings = [...this.#open.values()]
      .flatMap(listedNow)
      .filter(({ simulated }) => this.#deps.isSimulated || !simulated)
    this.#known = new Set(listings.filter(({ status }) => status !== 'delisted').map(({ id }) => id))
    return listings
  }

  async #storeNow(): Promise<void> {
    const { db, onChange } = this.#deps
    const listings = this.#know()
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
    const { id, broker, status } = listing
    const adapter = this.#deps.adapters.find((one) => one.id === broker)
    if (!adapter) return []
    const open = this.#open.get(broker)
    const market = open?.markets.find((one) => one.has(id))
    // A market that has not answered yet has withdrawn nothing, and one that is off lists nothing.
    if (market && !open?.listings.some((one) => market.has(one.id))) return []
    const now = market ? 'delisted' : 'data-only'
    return status === now || (now === 'data-only' && status === 'delisted') ? [] : [{ ...listing, status: now }]
  }
}

/** Of the markets that are on. */
function listedNow({ listings, markets }: OpenVenue): ListedInstrument[] {
  return listings.filter(({ id }) => markets.some((market) => market.has(id)))
}

function idsOf(markets: readonly VenueMarket[]): string[] {
  return markets.map(({ id }) => id)
}

/** Whether a market was switched on while others were asked. */
function isMissing(markets: readonly VenueMarket[], asked: readonly VenueMarket[]): boolean {
  return markets.some((market) => !asked.includes(market))
}
