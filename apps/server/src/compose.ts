import { join } from 'node:path'
import { createInProcessBus } from '@tradeloom/bus'
import { type Database, isDatabaseAway, startDatabase } from '@tradeloom/database'
import { ensureSimulatedMarket, openMarketStore, recoverMarket } from '@tradeloom/market-data'
import { createRunnerPool, type PoolLogger } from '@tradeloom/sandbox'
import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Config } from './config.ts'
import { createAlgorithmsRepository } from './features/algorithms/algorithms.repository.ts'
import { algorithmHandlers } from './features/algorithms/algorithms.routes.ts'
import { AlgorithmsService } from './features/algorithms/algorithms.service.ts'
import { VersionChecks } from './features/algorithms/version-checks.ts'
import { seedSamples } from './features/algorithms/seed-samples.ts'
import { createBacktestJobs } from './features/backtests/backtest-jobs.ts'
import { createBacktestsRepository } from './features/backtests/backtests.repository.ts'
import { backtestHandlers } from './features/backtests/backtests.routes.ts'
import { BacktestsService } from './features/backtests/backtests.service.ts'
import { calendarHandlers } from './features/calendars/calendars.routes.ts'
import { CalendarsService } from './features/calendars/calendars.service.ts'
import { instrumentHandlers } from './features/instruments/instruments.routes.ts'
import { privateDataHandlers } from './features/instruments/private-data.routes.ts'
import { PrivateDataService } from './features/instruments/private-data.service.ts'
import { createMarketService } from './features/instruments/market.service.ts'
import { ImportQuotas } from './features/market-imports/import-quotas.ts'
import { createMarketImportsRepository } from './features/market-imports/market-imports.repository.ts'
import { marketImportHandlers } from './features/market-imports/market-imports.routes.ts'
import { MarketImportsService } from './features/market-imports/market-imports.service.ts'
import { type ServerState, systemHandlers } from './features/system/system.routes.ts'
import { createAuth } from './platform/auth/auth.ts'
import { authSecret } from './platform/auth/auth-secret.ts'
import { userHandlers } from './features/users/users.routes.ts'
import { UsersService } from './platform/auth/users.service.ts'
import { DiskReserve, type FileSystemState } from './platform/health/disk-reserve.ts'
import { type GatewayDeps, startGateway } from './platform/realtime/gateway.ts'
import { createClientAddress } from './platform/http/client-address.ts'
import { createHttp } from './platform/http/create-http.ts'
import { createIsOwnHost } from './platform/http/own-hosts.ts'
import type { Handlers } from './platform/http/route.ts'
import { FairQueue } from './platform/http/fair-queue.ts'
import { HEAVY_WORK } from './platform/http/parties.ts'
import type { HeldPort } from './start/hold-port.ts'
import type { Prepared } from './start/prepare-start.ts'
import { hideFolder } from './platform/errors/server-folders.ts'
import { startRunner } from './features/backtests/run/runner.service.ts'
import { warmUp } from './features/backtests/run/warm-up.ts'

export interface RunningServer {
  /** Where it answers. */
  readonly url: string
  stop(): Promise<void>
}

export interface ComposeOptions {
  /** Holds every answer against the contract; for tests. */
  readonly checkResponses?: boolean
  /** Opened already; else it is opened here. */
  readonly database?: Database
  /** What tells how full the disk is; for tests. */
  readonly fileSystemState?: FileSystemState
  /** The clock of the pauses between guesses of passwords; for tests. */
  readonly loginClock?: () => number
}

const now = (): number => Date.now()

type Stop = () => Promise<unknown> | void

/** One part that does not stop must not keep the others, the database above all, from stopping in order. */
const STOP_LIMIT_MS = 20_000

/** Constructs and joins everything, in order; what has been started is stopped in reverse, also when a start fails. */
export async function startServer(
  config: Config,
  logger: FastifyBaseLogger,
  prepared: Prepared,
  options: ComposeOptions = {},
): Promise<RunningServer> {
  hideFolder(config.dataDir)
  const stops: Stop[] = [() => prepared.release()]
  const state: ServerState = { status: 'starting', detail: null }
  const stopAll = async (): Promise<void> => {
    state.status = 'stopping'
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
    return { url: await start(config, logger, prepared.port, options, state, stops), stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function start(
  config: Config,
  logger: FastifyBaseLogger,
  port: HeldPort,
  options: ComposeOptions,
  state: ServerState,
  stops: Stop[],
): Promise<string> {
  const { dataDir } = config
  const opened = await openParts(config, logger, options, stops)
  const { closing, disk, database, boss, bus, store, pool } = opened
  const { db } = database
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const secret = authSecret(dataDir)
  const auth = createAuth({ db, secret, isSecure })
  const users = new UsersService({ auth, db, now: options.loginClock ?? now })
  const checks = new VersionChecks({ db, pool, store, bus, logger })
  const algorithms = new AlgorithmsService(createAlgorithmsRepository(db), checks)
  const market = createMarketService(store, now)
  const jobs = createBacktestJobs(boss)
  await jobs.prepare()
  const repository = createBacktestsRepository(db)
  const backtests = new BacktestsService({ db, repository, algorithms, market, jobs, bus, disk })
  const uploadsDir = join(dataDir, 'uploads')
  const importsRepository = createMarketImportsRepository(db, closing.signal)
  const quotas = new ImportQuotas(config.userQuotas)
  const importing = { market, uploadsDir, disk, quotas }
  const imports = new MarketImportsService({ repository: importsRepository, bus, logger, ...importing })
  await imports.prepare()
  stops.push(() => imports.stop())
  await seedSamples(db)

  const handlers: Handlers = {
    ...systemHandlers({ state, pool, database, disk }),
    ...userHandlers({ users, loginEnded: (id) => bus.publish(`login.ended.${id}`, null), isSecure }),
    ...algorithmHandlers(algorithms),
    ...backtestHandlers(backtests),
    ...instrumentHandlers(market),
    ...privateDataHandlers({ privateData: new PrivateDataService({ db, market }), market, quotas }),
    ...marketImportHandlers(imports),
    ...calendarHandlers(new CalendarsService(importing)),
  }
  const http = await startHttp({
    config,
    logger,
    stops,
    handlers,
    users,
    database,
    port,
    checkResponses: options.checkResponses ?? false,
    cookieSecret: `${secret} of devices`,
    sources: { bus, backtests, checks, imports, market },
  })
  await http.ready()
  port.serve((request, response) => http.routing(request, response))

  if (config.simulatedMarket) {
    state.detail = 'Making the simulated market'
    await ensureSimulatedMarket(store, { now: now() })
    market.invalidate()
    state.detail = null
  }
  const runner = await startRunner({ db, repository, jobs, pool, store, bus, disk, logger, size: config.runners })
  stops.push(() => runner.stop())
  await checks.start()
  stops.push(() => checks.stop())
  disk.watch()
  // First of all at a stop: nothing waits any more for a database that is away.
  stops.push(() => closing.abort())
  state.status = 'ready'
  void warmUp({ store, pool, logger, signal: closing.signal })
  return config.publicUrl ?? port.url
}

/** What everything else stands on: disk, database, queue, bus, market data and runners. */
async function openParts(config: Config, logger: FastifyBaseLogger, options: ComposeOptions, stops: Stop[]) {
  const { dataDir } = config
  const { fileSystemState: stateOf } = options
  const disk = new DiskReserve({ folder: dataDir, logger, ...(stateOf ? { stateOf } : {}) })
  stops.push(() => disk.stop())
  const database = options.database ?? (await startDatabase({ dataDir, url: config.databaseUrl, logger }))
  stops.push(() => database.stop())
  const boss = await startJobs(database.connection, logger)
  stops.push(() => boss.stop({ graceful: false, close: true }))
  const bus = createInProcessBus((error, subject) => logger.error({ err: error, subject }, 'bus'))
  stops.push(() => bus.close())
  await recoverMarket(join(dataDir, 'market'))
  const store = openMarketStore(join(dataDir, 'market'), { log: (text) => logger.warn(text) })
  const pool = await createRunnerPool({
    size: config.runners,
    cacheDir: join(dataDir, 'runner'),
    readableDirs: [store.columnsDir],
    logger: poolLogger(logger),
    sandboxLevel: config.sandboxLevel,
  })
  stops.push(() => pool.close())
  return { closing: new AbortController(), disk, database, boss, bus, store, pool }
}

interface HttpParts {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  readonly stops: Stop[]
  readonly handlers: Handlers
  readonly users: UsersService
  readonly database: Database
  readonly port: HeldPort
  readonly checkResponses: boolean
  readonly cookieSecret: string
  readonly sources: Pick<GatewayDeps, 'bus' | 'backtests' | 'checks' | 'imports' | 'market'>
}

/** HTTP and the socket have their limits in common. */
async function startHttp(parts: HttpParts) {
  const { config, logger, stops, users, database, sources } = parts
  const isOwnHost = createIsOwnHost(config)
  const heavyWork = new FairQueue(HEAVY_WORK)
  const http = await createHttp({ ...parts, isOwnHost, heavyWork })
  stops.push(() => http.close())
  const gateway = startGateway(http.server, {
    ...sources,
    logger,
    publicUrl: config.publicUrl,
    isOwnHost,
    heavyWork,
    addressOf: createClientAddress(config.trustedProxies),
    loginOf: (headers) => users.loginOf(headers),
    // The login library hides the causes of its errors.
    isDatabaseAway: (error) => isDatabaseAway(error) || database.sinceAway() === 0,
  })
  stops.push(() => gateway.stop())
  return http
}

async function startJobs(connection: object, logger: FastifyBaseLogger): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection,
    max: 8,
    useListenNotify: true,
    monitorIntervalSeconds: 1,
    superviseIntervalSeconds: 1,
    schedule: false,
  })
  // The database tells of itself when it is away; the queue would do so several times a second.
  boss.on('error', (error) => logger[isDatabaseAway(error) ? 'debug' : 'error']({ err: error }, 'jobs'))
  boss.on('warning', (warning) => logger.debug({ warning }, 'jobs'))
  return boss.start()
}

/** What the pool tells has a field `level`, which in the log is something else. */
function poolLogger(logger: FastifyBaseLogger): PoolLogger {
  return {
    info: (runners, message) => logger.info({ runners }, message),
    warn: (runners, message) => logger.warn({ runners }, message),
  }
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
