import type { Venue, VenueFeed } from '@tradeloom/contracts'
import { type Drizzle, readVenueSettings, schema, type VenueSettingsRow } from '@tradeloom/database'
import type { VenueAdapter } from '@tradeloom/venues'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Login } from '../../platform/auth/login.ts'
import { administratorOnly, conflict, notFound } from '../../platform/errors/app-error.ts'
import type { VenueListings } from '../markets/venue-listings.ts'
import type { FeedStates } from './feed-states.ts'

const { brokerConnections, positions, sessions, users, venueSettings } = schema

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

  /** Written down with who did it and when. */
  async switch(id: string, isOn: boolean, login: Login | null): Promise<Venue> {
    const { user } = requireAdmin(login)
    const { db, logger, now, apply } = this.#parts
    const adapter = this.#adapters.find((one) => one.id === id)
    if (!adapter) throw notFound('Venue')
    if (adapter.needs === 'nothing') throw conflict(`${adapter.displayName} is part of this server and always on`)
    const values = { isOn, changedAt: new Date(now()), changedBy: user.id }
    const written = await db
      .insert(venueSettings)
      .values({ venueId: id, ...values })
      // Who asks for what is so already has changed nothing.
      .onConflictDoUpdate({ target: venueSettings.venueId, set: values, setWhere: ne(venueSettings.isOn, isOn) })
      .returning({ venueId: venueSettings.venueId })
    if (written.length > 0) logger.info({ venue: id, isOn, user: user.id }, 'a venue was switched')
    await apply()
    const venue = (await this.#views()).find((one) => one.id === id)
    if (!venue) throw notFound('Venue')
    return venue
  }

  get #adapters(): VenueAdapter[] {
    const { adapters, isSimulated } = this.#parts
    return adapters.filter(({ openFeed, needs }) => openFeed !== undefined && (isSimulated || needs !== 'nothing'))
  }

  async #views(): Promise<Venue[]> {
    const settings = await readVenueSettings(this.#parts.db)
    const [needs, names] = await Promise.all([this.#needs(), this.#names([...settings.values()])])
    return this.#adapters.map((adapter) => this.#view(adapter, settings.get(adapter.id), needs, names))
  }

  #view(
    { id, displayName, needs }: VenueAdapter,
    row: VenueSettingsRow | undefined,
    { sessions: running, connections, positions: open }: Needs,
    names: ReadonlyMap<string, string>,
  ): Venue {
    const { listings, feeds, now } = this.#parts
    const listing = listings.stateOf(id)
    const feed = listing && feeds.of(id)
    const problem = listing?.problem ?? null
    return {
      id,
      name: displayName,
      needsSwitch: needs === 'switch',
      isOn: needs === 'nothing' || row?.isOn === true,
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
      sessions: running.get(id) ?? 0,
      connections: connections.get(id) ?? 0,
      positions: open.get(id) ?? 0,
    }
  }

  async #needs(): Promise<Needs> {
    const { db } = this.#parts
    const count = sql<number>`count(*)::int`
    const venueOfSession = sql<string>`split_part(${sessions.instrumentId}, ':', 2)`
    const [running, connected, open] = await Promise.all([
      db
        .select({ id: venueOfSession, count })
        .from(sessions)
        .where(eq(sessions.status, 'Active'))
        .groupBy(venueOfSession),
      db
        .select({ id: brokerConnections.broker, count })
        .from(brokerConnections)
        .where(and(ne(brokerConnections.type, 'paper'), isNull(brokerConnections.deletedAt)))
        .groupBy(brokerConnections.broker),
      db
        .select({ id: positions.broker, count })
        .from(positions)
        .where(eq(positions.status, 'OPEN'))
        .groupBy(positions.broker),
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

function stateOf(listing: ReturnType<VenueListings['stateOf']>, feed: VenueFeed | null): Venue['state'] {
  if (listing === null) return 'off'
  if (feed !== null && feed.open > 0) {
    if (feed.stale > 0) return 'stale'
    return feed.live > 0 ? 'connected' : 'connecting'
  }
  if (listing.problem !== null) return 'unreachable'
  return listing.listed > 0 ? 'ready' : 'connecting'
}

function requireAdmin(login: Login | null): Login {
  if (login?.user.isAdmin !== true) throw administratorOnly()
  return login
}
