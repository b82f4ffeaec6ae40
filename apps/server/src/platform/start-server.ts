import { type AuditEntry, type Database, isDatabaseAway, recordAudit } from '@tradeloom/database'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { HeldPort } from '../start/hold-port.ts'
import type { Prepared } from '../start/prepare-start.ts'
import { attendFeatures } from './attend-features.ts'
import { refuseTradingOfKeys } from './api/refuse-trading.ts'
import { hideFolder } from './errors/server-folders.ts'
import { type Feature, handlersOf, requestsOf } from './feature.ts'
import { createClientAddress } from './http/client-address.ts'
import { createHttp } from './http/create-http.ts'
import { FairQueue } from './http/fair-queue.ts'
import { refusedWithoutFactors } from './auth/required-factors.ts'
import { createIsOwnHost } from './http/own-hosts.ts'
import { HEAVY_WORK } from './http/parties.ts'
import { openPlatform, type Platform, type PlatformOptions, type Stop } from './platform.ts'
import { type SocketServerDeps, startSocketServer } from './realtime/socket-server.ts'
import { TopicRegistry, topicsOf } from './realtime/topic-registry.ts'

export interface RunningServer {
  /** Its URL; null if it does not listen. */
  readonly url: string | null
  /** With which the first user registers on a server that others reach; null where none is needed. */
  readonly setupToken: string | null
  stop(): Promise<void>
}

export interface ServerOptions extends PlatformOptions {
  /** Checks every response against the contract; for tests. */
  readonly checkResponses?: boolean
}

type Compose = (platform: Platform) => readonly Feature[]

/** A part that does not stop in time must not keep the others, especially the database, from stopping in order. */
const STOP_LIMIT_MS = 20_000

/** Starts everything in order. Whatever was started is stopped in reverse, even if a start fails. */
export async function startServer(
  config: Config,
  logger: FastifyBaseLogger,
  prepared: Prepared,
  compose: Compose,
  options: ServerOptions = {},
): Promise<RunningServer> {
  hideFolder(config.dataDir)
  const stops: Stop[] = [() => prepared.release()]
  let health: Platform['health'] | undefined
  const stopAll = async (): Promise<void> => {
    if (health) health.status = 'stopping'
    for (const stop of stops.toReversed()) {
      try {
        await within(STOP_LIMIT_MS, stop())
      } catch (error) {
        logger.error({ err: error }, 'while stopping')
      }
    }
    stops.length = 0
  }
  try {
    const platform = await openPlatform(config, logger, { ...options, url: prepared.port?.url }, stops)
    health = platform.health
    const url = await start(platform, compose, prepared.port, options, stops)
    return { url, setupToken: await platform.registration.setupToken(), stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function start(
  platform: Platform,
  compose: Compose,
  port: HeldPort | null,
  options: ServerOptions,
  stops: Stop[],
): Promise<string | null> {
  const { health, disk, closing, config } = platform
  const features = compose(platform)
  const serve = port && (await prepareHttp({ platform, stops, features, port, ...options }))
  for (const feature of features) {
    stops.push(() => feature.stop?.())
    await feature.prepare?.()
  }
  serve?.()
  for (const feature of features) await feature.start?.((detail) => (health.detail = detail))
  health.detail = null
  stops.push(attendFeatures(features, platform.logger))
  if (config.services.has('runner')) await performJobs(platform, features, stops)
  disk.watch()
  // First step of a stop: nothing waits any longer for a database that is away.
  stops.push(() => closing.abort())
  health.status = 'ready'
  return port && (config.publicUrl ?? port.url)
}

async function performJobs({ jobs, runners }: Platform, features: readonly Feature[], stops: Stop[]): Promise<void> {
  const kinds = features.flatMap((feature) => feature.jobs?.() ?? [])
  stops.push(() => jobs.stop())
  await jobs.start(kinds, { isBusy: () => runners().stats().waiting > 0 })
  for (const feature of features) await feature.work?.()
}

interface HttpParts {
  readonly platform: Platform
  readonly stops: Stop[]
  readonly features: readonly Feature[]
  readonly port: HeldPort
  readonly checkResponses?: boolean
}

/** Returns a function that starts serving; until then, requests are told to wait. */
async function prepareHttp(parts: HttpParts): Promise<() => void> {
  const { platform, stops, features, port, checkResponses = false } = parts
  const { config, logger, users, database, db, api, secret, bus, now } = platform
  const limits = { isOwnHost: createIsOwnHost(config), heavyWork: new FairQueue(HEAVY_WORK) }
  const handlers = handlersOf(features)
  const cookieSecret = `${secret} of devices`
  const audit = (entry: AuditEntry): Promise<void> => recordAudit(database.db, entry)
  const made = { config, logger, handlers, users, audit, database, db, api, now }
  // One that does not run starts at once.
  const onKillRequest = (): void => bus.publish('kill.requested', null)
  const server = { ...made, port, checkResponses, cookieSecret, onKillRequest }
  const http = await createHttp({ ...server, ...limits })
  stops.push(() => http.close())
  await http.ready()
  return () => {
    if (config.services.has('realtime')) startRealtime(parts, http, limits)
    port.serve((request, response) => http.routing(request, response))
  }
}

type Limits = Pick<SocketServerDeps, 'isOwnHost' | 'heavyWork'>

/** HTTP and the socket share their limits. */
function startRealtime({ platform, stops, features }: HttpParts, http: FastifyInstance, limits: Limits): void {
  const { config, logger, users, database, db, api, bus } = platform
  const sockets = startSocketServer(http.server, {
    ...limits,
    registry: new TopicRegistry(topicsOf(features)),
    requests: requestsOf(features),
    bus,
    logger,
    publicUrl: config.publicUrl,
    addressOf: createClientAddress(config.trustedProxies),
    async loginOf(headers, address) {
      const program = await api.logins.loginOf(headers, address)
      const login = program ?? (await users.loginOf(headers))
      // A visitor, until two-factor login is on.
      const isRefused = login !== null && (await refusedWithoutFactors(db, config, login)) === 'everything'
      return isRefused ? null : login
    },
    api,
    refuseTrading: (userId) => refuseTradingOfKeys(db, userId),
    isDatabaseAway: (error) => isAway(error, database),
  })
  stops.push(() => sockets.stop())
}

/** The login library hides the causes of its errors. */
function isAway(error: unknown, database: Database): boolean {
  return isDatabaseAway(error) || database.sinceAway() === 0
}

async function within(limitMs: number, work: Promise<unknown> | void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not stopped within ${limitMs} ms`)), limitMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
