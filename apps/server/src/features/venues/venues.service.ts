import type { Venue, VenueFeed } from '@tradeloom/contracts'
import { type Drizzle, readVenueSettings, schema, type VenueSettingsRow } from '@tradeloom/database'
import type { VenueAdapter } from '@tradeloom/venues'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Login } from '../../platform/auth/login.ts'
import { administratorOnly, conflict, notFound } from '../../platform/errors/app-error.ts'
import { chosenMarkets } from '../markets/markets-on.ts'
import type { VenueListings } from '../markets/venue-listings.ts'
import { needsLogin } from '../../trading-core/connections/data-logins.ts'
import type { FeedStates } from './feed-states.ts'
import { markedConnections } from './marked-connections.ts'

const { brokerConnections, exchangeKeys, positions, sessions, users, venueSettings } = schema

export interface VenuesParts {
  readonly db: Drizzle
  readonly logger: { info(fields: object, message: string): void }
  readonly adapters: readonly VenueAdapter[]
  /** Whether simulated venues are offered. */
  readonly isSimulated: boolean
  readonly listings: Pick<VenueListings, 'stateOf'>
  readonly feeds: Pick<FeedStates, 'of'>
  /** Resolves once this server sends nothing to venues that are off; other servers follow. */
  readonly apply: () => Promise<void>
  readonly now: () => number
}

/** What is switched: the venue, or one of its markets by its id. */
export interface SwitchVenue {
  readonly isOn: boolean
  readonly market?: string | undefined
}

/** Running sessions by instrument, connections by venue, open positions by instrument. */
interface Needs {
  readonly sessions: ReadonlyMap<string, number>
  readonly connections: ReadonlyMap<string, number>
  readonly positions: ReadonlyMap<string, number>
}

/** Venues as administrators see and switch them. */
export class VenuesService {
  readonly #parts: VenuesParts

  constructor(parts: VenuesParts) {
    this.#parts = parts
  }

  async list(login: Login | null): Promise<Venue[]> {
    requireAdmin(login)
    return this.#views()
  }

  /** Written down with who did it and when. `market`: only that one of the venue. */
  async switch(id: string, { isOn, market }: SwitchVenue, login: Login | null): Promise<Venue> {
    const { user } = requireAdmin(login)
    const adapter = this.#adapters.find((one) => one.id === id)
    if (!adapter) throw notFound('Venue')
    if (adapter.needs === 'nothing') throw conflict(`${adapter.displayName} is part of this server and always on`)
    if (market === undefined) await this.#switchVenue(id, isOn, user)
    else await this.#switchMarket(adapter, market, isOn, user)
    await this.#parts.apply()
    const venue = (await this.#views()).find((one) => one.id === id)
    if (!venue) throw notFound('Venue')
    return venue
  }

  /** Of the administrator who asks. The broker's agreement with him is what allows it, and nobody else's. */
  async mark(id: string, connectionId: string | null, login: Login | null): Promise<Venue> {
    const { user } = requireAdmin(login)
    const { db, logger, apply } = this.#parts
    const adapter = this.#adapters.find((one) => one.id === id)
    if (!adapter) throw notFound('Venue')
    if (!needsLogin(adapter)) throw conflict(`${adapter.displayName} shows its prices without a login`)
    if (connectionId !== null) {
      const [own] = await db
        .select({ refusedAt: exchangeKeys.refusedAt })
        .from(brokerConnections)
        .innerJoin(exchangeKeys, eq(exchangeKeys.connectionId, brokerConnections.id))
        .where(
          and(
            eq(brokerConnections.id, connectionId),
            eq(brokerConnections.userId, user.id),
            eq(brokerConnections.broker, id),
            isNull(brokerConnections.deletedAt),
          ),
        )
      if (!own) throw notFound('Connection')
      if (own.refusedAt !== null) throw conflict(`${adapter.displayName} refuses the key of this connection`)
    }
    const values = { dataConnectionId: connectionId }
    const written = await db
      .update(venueSettings)
      .set(values)
      .where(and(eq(venueSettings.venueId, id), eq(venueSettings.isOn, true)))
      .returning({ venueId: venueSettings.venueId })
    if (written.length === 0) throw conflict(`${adapter.displayName} is off: switch it on first`)
    logger.info({ venue: id, connection: connectionId, user: user.id }, 'a connection was marked for prices')
    await apply()
    const venue = (await this.#views()).find((one) => one.id === id)
    if (!venue) throw notFound('Venue')
    return venue
  }

  async #switchVenue(id: string, isOn: boolean, user: Login['user']): Promise<void> {
    const { db, logger, now } = this.#parts
    const values = { isOn, changedAt: new Date(now()), changedBy: user.id }
    const written = await db
      .insert(venueSettings)
      .values({ venueId: id, ...values })
      // Who asks for what is so already has changed nothing.
      .onConflictDoUpdate({ target: venueSettings.venueId, set: values, setWhere: ne(venueSettings.isOn, isOn) })
      .returning({ venueId: venueSettings.venueId })
    if (written.length > 0) logger.info({ venue: id, isOn, user: user.id }, 'a venue was switched')
  }

  async #switchMarket(adapter: VenueAdapter, marketId: string, isOn: boolean, user: Login['user']): Promise<void> {
    const { id, displayName, markets } = adapter
    const { db, logger } = this.#parts
    if (!markets.some((market) => market.id === marketId)) throw notFound('Market')
    const isChanged = await db.transaction(async (tx) => {
      const [row] = await tx.select().from(venueSettings).where(eq(venueSettings.venueId, id)).for('update')
      if (row?.isOn !== true) throw conflict(`${displayName} is off: switch it on first`)
      const before = chosenMarkets(adapter, row)
      const chosen = markets.filter((market) => (market.id === marketId ? isOn : before.includes(market)))
      await tx
        .update(venueSettings)
        .set({ markets: chosen.map((market) => market.id) })
        .where(eq(venueSettings.venueId, id))
      return chosen.length !== before.length
    })
    if (isChanged) logger.info({ venue: id, market: marketId, isOn, user: user.id }, 'a market was switched')
  }

  get #adapters(): VenueAdapter[] {
    const { adapters, isSimulated } = this.#parts
    return adapters.filter(
      (one) => (one.openFeed !== undefined || needsLogin(one)) && (isSimulated || one.needs !== 'nothing'),
    )
  }

  async #views(): Promise<Venue[]> {
    const settings = await readVenueSettings(this.#parts.db)
    const [needs, names, marked] = await Promise.all([
      this.#needs(),
      this.#names([...settings.values()]),
      markedConnections(this.#parts.db),
    ])
    return this.#adapters.map((adapter) => ({
      ...this.#view(adapter, settings.get(adapter.id), needs, names),
      ...loginOf(adapter, settings.get(adapter.id), marked, this.#parts.listings.stateOf(adapter.id)),
    }))
  }

  #view(
    adapter: VenueAdapter,
    row: VenueSettingsRow | undefined,
    needed: Needs,
    names: ReadonlyMap<string, string>,
  ): Omit<Venue, 'login'> {
    const { id, displayName, needs } = adapter
    const { listings, feeds, now } = this.#parts
    const chosen = chosenMarkets(adapter, row)
    const isOfVenue = (instrumentId: string): boolean => instrumentId.endsWith(`:${id}`)
    const listing = listings.stateOf(id)
    const feed = listing && feeds.of(id)
    const problem = listing?.problem ?? null
    return {
      id,
      name: displayName,
      needsSwitch: needs === 'switch',
      isOn: needs === 'nothing' || row?.isOn === true,
      markets: adapter.markets.map((market) => ({
        id: market.id,
        name: market.name,
        isOn: chosen.includes(market),
        sessions: total(needed.sessions, (one) => isOfVenue(one) && market.has(one)),
        positions: total(needed.positions, (one) => isOfVenue(one) && market.has(one)),
      })),
      changed: row?.changedAt.getTime() ?? null,
      changedBy: names.get(row?.changedBy ?? '') ?? null,
      state: stateOf(listing, feed),
      problem: problem && { message: problem.message, retryIn: Math.max(0, problem.retryAt - now()) },
      listed: listing?.listed ?? 0,
      open: feed?.open ?? 0,
      live: feed?.live ?? 0,
      stale: feed?.stale ?? 0,
      messageAge: feed?.heardAt == null ? null : Math.max(0, now() - feed.heardAt),
      budget: feed?.budget ?? listing?.health?.budget ?? null,
      skew: feed?.skew ?? null,
      sessions: total(needed.sessions, isOfVenue),
      connections: needed.connections.get(id) ?? 0,
      positions: total(needed.positions, isOfVenue),
    }
  }

  async #needs(): Promise<Needs> {
    const { db } = this.#parts
    const count = sql<number>`count(*)::int`
    const [running, connected, open] = await Promise.all([
      db
        .select({ id: sessions.instrumentId, count })
        .from(sessions)
        .where(eq(sessions.status, 'Active'))
        .groupBy(sessions.instrumentId),
      db
        .select({ id: brokerConnections.broker, count })
        .from(brokerConnections)
        .where(and(ne(brokerConnections.type, 'paper'), isNull(brokerConnections.deletedAt)))
        .groupBy(brokerConnections.broker),
      db
        .select({ id: positions.instrumentId, count })
        .from(positions)
        .where(eq(positions.status, 'OPEN'))
        .groupBy(positions.instrumentId),
    ])
    const mapOf = (rows: readonly { id: string; count: number }[]) => new Map(rows.map((row) => [row.id, row.count]))
    return { sessions: mapOf(running), connections: mapOf(connected), positions: mapOf(open) }
  }

  async #names(settings: readonly VenueSettingsRow[]): Promise<Map<string, string>> {
    const ids = settings.flatMap(({ changedBy }) => changedBy ?? [])
    if (ids.length === 0) return new Map()
    const rows = await this.#parts.db
      .select({ id: users.id, name: users.displayUsername })
      .from(users)
      .where(inArray(users.id, ids))
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
}

function total(counts: ReadonlyMap<string, number>, isCounted: (instrumentId: string) => boolean): number {
  return [...counts].reduce((sum, [id, count]) => (isCounted(id) ? sum + count : sum), 0)
}

function stateOf(listing: ReturnType<VenueListings['stateOf']>, feed: VenueFeed | null): Venue['state'] {
  if (listing === null) return 'off'
  if (feed !== null && feed.open > 0) {
    if (feed.stale > 0) return 'stale'
    return feed.live > 0 ? 'connected' : 'connecting'
  }
  if (listing.problem !== null) return 'unreachable'
  return listing.listed > 0 ? 'ready' : 'connecting'
}

/** A venue without a marked connection is not asked. */
function loginOf(
  adapter: VenueAdapter,
  row: VenueSettingsRow | undefined,
  marked: Awaited<ReturnType<typeof markedConnections>>,
  listing: ReturnType<VenueListings['stateOf']>,
): Pick<Venue, 'login'> & Partial<Pick<Venue, 'state'>> {
  if (!needsLogin(adapter)) return { login: null }
  const connection = marked.get(adapter.id) ?? null
  const isWaiting = row?.isOn === true && listing === null
  return { login: { connection }, ...(isWaiting ? { state: 'no-login' } : {}) }
}

function requireAdmin(login: Login | null): Login {
  if (login?.user.isAdmin !== true) throw administratorOnly()
  return login
}
