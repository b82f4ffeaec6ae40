import { type Database, isDatabaseAway } from '@tradeloom/database'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { HeldPort } from '../start/hold-port.ts'
import type { Prepared } from '../start/prepare-start.ts'
import { hideFolder } from './errors/server-folders.ts'
import type { Feature } from './feature.ts'
import { createClientAddress } from './http/client-address.ts'
import { createHttp } from './http/create-http.ts'
import { FairQueue } from './http/fair-queue.ts'
import { createIsOwnHost } from './http/own-hosts.ts'
import { HEAVY_WORK } from './http/parties.ts'
import type { Handlers } from './http/route.ts'
import { openPlatform, openRunners, type Platform, type PlatformOptions, type Stop } from './platform.ts'
import { type GatewayDeps, startGateway } from './realtime/gateway.ts'

export interface RunningServer {
  /** Where it answers. */
  readonly url: string
  stop(): Promise<void>
}

export interface ServerOptions extends PlatformOptions {
  /** Checks every response against the contract; for tests. */
  readonly checkResponses?: boolean
}

type Sources = Pick<GatewayDeps, 'backtests' | 'checks' | 'imports' | 'market'>
type Compose = (platform: Platform) => { readonly features: readonly Feature[]; readonly sources: Sources }

/** A part that does not stop in time must not keep the others, above all the database, from stopping in order. */
const STOP_LIMIT_MS = 20_000

/** Starts everything in order; what has been started is stopped in reverse, also when a start fails. */
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
    const platform = await openPlatform(config, logger, options, stops)
    health = platform.health
    const url = await start(platform, compose, prepared.port, options, stops)
    return { url, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function start(
  platform: Platform,
  compose: Compose,
  port: HeldPort,
  options: ServerOptions,
  stops: Stop[],
): Promise<string> {
  const { health, disk, closing, config } = platform
  const { features, sources } = compose(platform)
  const pool = await openRunners(platform)
  health.pool = pool
  stops.push(() => pool.close())
  const handlers = Object.assign({}, ...features.map((feature) => feature.handlers ?? {})) as Handlers
  const parts: HttpParts = { platform, stops, handlers, port, sources, limits: createLimits(platform) }
  const http = await startHttp(parts, options.checkResponses ?? false)
  for (const feature of features) {
    stops.push(() => feature.stop?.())
    await feature.prepare?.()
  }
  await http.ready()
  startRealtime(parts, http)
  port.serve((request, response) => http.routing(request, response))
  for (const feature of features) await feature.start?.((detail) => (health.detail = detail))
  health.detail = null
  for (const feature of features) await feature.work?.(pool)
  disk.watch()
  // First of all at a stop: nothing waits any longer for a database that is away.
  stops.push(() => closing.abort())
  health.status = 'ready'
  return config.publicUrl ?? port.url
}

/** What HTTP and the socket share. */
function createLimits({ config }: Platform) {
  return { isOwnHost: createIsOwnHost(config), heavyWork: new FairQueue(HEAVY_WORK) }
}

interface HttpParts {
  readonly platform: Platform
  readonly stops: Stop[]
  readonly handlers: Handlers
  readonly port: HeldPort
  readonly sources: Sources
  readonly limits: ReturnType<typeof createLimits>
}

async function startHttp({ platform, stops, handlers, port, limits }: HttpParts, checkResponses: boolean) {
  const { config, logger, users, database, secret } = platform
  const cookieSecret = `${secret} of devices`
  const http = await createHttp({
    ...limits,
    config,
    logger,
    handlers,
    users,
    database,
    port,
    checkResponses,
    cookieSecret,
  })
  stops.push(() => http.close())
  return http
}

function startRealtime({ platform, stops, sources, limits }: HttpParts, http: FastifyInstance): void {
  const { config, logger, users, database, bus } = platform
  const gateway = startGateway(http.server, {
    ...sources,
    ...limits,
    bus,
    logger,
    publicUrl: config.publicUrl,
    addressOf: createClientAddress(config.trustedProxies),
    loginOf: (headers) => users.loginOf(headers),
    isDatabaseAway: (error) => isAway(error, database),
  })
  stops.push(() => gateway.stop())
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
