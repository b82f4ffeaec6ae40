import { join } from 'node:path'
import { type Bus, createInProcessBus, createNatsBus } from '@tradeloom/bus'
import { type Database, type Drizzle, splitPositions, startDatabase } from '@tradeloom/database'
import { type MarketStore, openMarketStore, recoverMarket } from '@tradeloom/market-data'
import { createRunnerPool, type PoolLogger, type RunnerPool } from '@tradeloom/sandbox'
import type { FastifyBaseLogger } from 'fastify'
import { type Config, DEFAULT_PORT } from '../config.ts'
import { type ApiAccessParts, openApiAccess } from './api/api-access.ts'
import { createAuth } from './auth/auth.ts'
import { authSecret } from './auth/auth-secret.ts'
import { LoginChallenges } from './auth/login-challenges.ts'
import { LoginDelays } from './auth/login-delays.ts'
import { LoginOpener } from './auth/login-opener.ts'
import { PasswordQueue } from './auth/password-queue.ts'
import { Passwords } from './auth/passwords.ts'
import { Registration } from './auth/registration.ts'
import { UsersService } from './auth/users.service.ts'
import { DiskReserve, type FileSystemState } from './health/disk-reserve.ts'
import { ServerHealth } from './health/server-health.ts'
import { StampedAnswers } from './http/stamped-answers.ts'
import { Jobs } from './jobs/jobs.ts'

/** What every feature is built on. */
export interface Platform {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  /** How browsers reach the server, for links in mail. */
  readonly url: string
  readonly database: Database
  readonly db: Drizzle
  readonly bus: Bus
  readonly jobs: Jobs
  readonly store: MarketStore
  readonly disk: DiskReserve
  readonly users: UsersService
  readonly passwords: Passwords
  readonly registration: Registration
  /** Keys of programs. */
  readonly api: ApiAccessParts
  readonly opener: LoginOpener
  readonly challenges: LoginChallenges
  readonly delays: LoginDelays
  readonly health: ServerHealth
  readonly answers: StampedAnswers
  /** The processes that run scripts; only for the jobs and the work of servers with the `runner` service. */
  readonly runners: () => RunnerPool
  /** Signs cookies. */
  readonly secret: string
  readonly isSecure: boolean
  /** Whether analyses and imports leave the processors to all other work. */
  readonly backgroundYields: boolean
  /** Stops everything, and begins again with what is in the data folder then. */
  readonly restart: () => void
  /** Aborted when the server begins to stop. */
  readonly closing: AbortController
  readonly now: () => number
}

export interface PlatformOptions {
  /** An open database; otherwise one is opened here. */
  readonly database?: Database
  /** Free space of the disk; for tests. */
  readonly fileSystemState?: FileSystemState
  /** Without it, whoever runs the server starts it again. */
  readonly restart?: () => void
  /** URL of the port that the server listens on. */
  readonly url?: string | undefined
  /** Clock of the pauses between password guesses; for tests. */
  readonly loginClock?: () => number
  /** Off for tests that wait for analyses and imports. Default true. */
  readonly backgroundYields?: boolean
}

export type Stop = () => Promise<unknown> | void

/** Opens disk, database, queue, bus and market data, and adds each to `stops`. */
export async function openPlatform(
  config: Config,
  logger: FastifyBaseLogger,
  options: PlatformOptions,
  stops: Stop[],
): Promise<Platform> {
  const { dataDir } = config
  const { fileSystemState: stateOf } = options
  const disk = new DiskReserve({ folder: dataDir, logger, ...(stateOf ? { stateOf } : {}) })
  stops.push(() => disk.stop())
  const database = options.database ?? (await startDatabase({ dataDir, url: config.databaseUrl, logger }))
  stops.push(() => database.stop())
  // What SQL alone cannot move, because journals state it, too.
  await splitPositions(database.db)
  const bus = await openBus(config, logger)
  stops.push(() => bus.close())
  const jobs = await Jobs.open({ database, logger, onDeath: () => bus.publish('process.died', null) })
  stops.push(() => jobs.close())
  await recoverMarket(join(dataDir, 'market'))
  const store = openMarketStore(join(dataDir, 'market'), { log: (text) => logger.warn(text) })
  const { db } = database
  const secret = authSecret(dataDir)
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const delays = new LoginDelays(db, options.loginClock ?? now)
  const auth = createAuth({ db, secret, isSecure })
  const queue = new PasswordQueue()
  const loginNow = options.loginClock ?? now
  const challenges = new LoginChallenges(db, loginNow)
  const opener = new LoginOpener({ auth, db, challenges, profile: config.profile, now })
  const passwords = new Passwords({ db, delays, queue })
  const users = new UsersService({ auth, db, opener, passwords, delays, queue, profile: config.profile })
  const registration = new Registration({ db, config, secret, now })
  const api = openApiAccess({ database, profile: config.profile, logger, now })
  stops.push(() => api.close())
  const health = new ServerHealth({ database, disk, bus, services: config.services })
  const closing = new AbortController()
  const answers = new StampedAnswers()
  const opened = { config, store, logger, backgroundYields: options.backgroundYields ?? true }
  const pool = config.services.has('runner') ? await openRunners(opened) : null
  health.pool = pool
  stops.push(() => pool?.close())
  return {
    ...opened,
    database,
    db,
    bus,
    jobs,
    disk,
    users,
    passwords,
    registration,
    api,
    opener,
    challenges,
    delays,
    url: config.publicUrl ?? options.url ?? DEFAULT_URL,
    health,
    answers,
    secret,
    isSecure,
    runners() {
      if (pool === null) throw new Error('This server has no runners')
      return pool
    },
    restart: options.restart ?? (() => undefined),
    closing,
    now,
  }
}

type RunnersOptions = Pick<Platform, 'config' | 'store' | 'logger' | 'backgroundYields'>

/** Starts the processes that run scripts. */
function openRunners({ config, store, logger, backgroundYields }: RunnersOptions): Promise<RunnerPool> {
  return createRunnerPool({
    size: config.runners,
    cacheDir: join(config.dataDir, 'runner'),
    readableDirs: [store.columnsDir],
    logger: poolLogger(logger),
    sandboxLevel: config.sandboxLevel,
    ...(config.hasSpareRunners ? {} : { spares: 0, warmsUp: false }),
    checksYield: backgroundYields,
  })
}

/** Of a server that does not listen; those that do set their own. */
const DEFAULT_URL = `http://127.0.0.1:${DEFAULT_PORT}`

const now = (): number => Date.now()

/** NATS connects several servers; a single server needs no external bus. */
async function openBus({ natsUrls: urls, services }: Config, logger: FastifyBaseLogger): Promise<Bus> {
  const onError = (error: unknown, subject: string): void => logger.error({ err: error, subject }, 'bus')
  if (urls.length === 0) return createInProcessBus(onError)
  return createNatsBus({ urls, name: `tradeloom ${[...services].join(' ')} ${process.pid}`, onError })
}

/** The pool's details have a field `level`, which means something else in the log. */
function poolLogger(logger: FastifyBaseLogger): PoolLogger {
  return {
    info: (runners, message) => logger.info({ runners }, message),
    warn: (runners, message) => logger.warn({ runners }, message),
  }
}
