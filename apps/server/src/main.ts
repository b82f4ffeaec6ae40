import { pino } from 'pino'
import { readConfig } from './config.ts'
import { collectGarbageEarly } from './start/collect-garbage-early.ts'
import { logDestination } from './start/log-destination.ts'
import { prepareStart } from './start/prepare-start.ts'
import { VERSION } from './version.ts'

/** A stop that takes longer is cut short. */
const STOP_LIMIT_MS = 30_000

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

function orFail<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    return fail(error)
  }
}

collectGarbageEarly()

// The process that started the server may be gone, and with it the reader of its output.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const log = logDestination()
process.on('exit', () => log.flush())

const settings = orFail(() => readConfig(process.env))
// No child inherits it.
for (const name of ['TRADELOOM_MASTER_KEY', 'TRADELOOM_BACKUP_KEY', 'TRADELOOM_BACKUP_SECRET_ACCESS_KEY']) {
  delete process.env[name]
}
const logger = pino(
  {
    level: settings.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.secret', '*.token'],
  },
  // Standard output reports where the server is; the log goes elsewhere.
  log,
)

process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'))
process.on('uncaughtException', (error) => {
  logger.fatal({ err: error }, 'uncaught exception')
  process.exit(1)
})

if (settings.masterKey.given !== undefined) {
  logger.warn(
    'TRADELOOM_MASTER_KEY: the environment of this process can be read in /proc. TRADELOOM_MASTER_KEY_FILE is safer',
  )
}

async function start() {
  const prepared = await prepareStart(settings)
  logger.info({ version: VERSION, dataDir: settings.dataDir, pid: process.pid }, 'starting')
  try {
    // Sequentially: loading everything takes longer than detecting an unusable database.
    const { startDatabase } = await import('@tradeloom/database')
    const { dataDir, databaseUrl: url } = settings
    const onTaken = (): void => {
      logger.fatal('another server has taken over the database while it was unavailable')
      stop('the database has another server')
    }
    const database = await startDatabase({ dataDir, url, logger, onTaken })
    const [{ startServer }, { compose }] = await Promise.all([
      import('./platform/start-server.ts'),
      import('./compose.ts'),
    ])
    return await startServer(settings, logger, prepared, compose, { database, restart })
  } catch (error) {
    await prepared.release()
    throw error
  }
}

let starting = start()

/** With what was restored into the data folder. */
function restart(): void {
  if (isStopping) return
  logger.info('starting again')
  starting = starting.then((server) => server.stop()).then(start)
  starting.then(() => logger.info('ready again'), fail)
}

let isStopping = false
function stop(reason: string): void {
  if (isStopping) return
  isStopping = true
  logger.info({ reason }, 'stopping')
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
  starting
    .then((server) => server.stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    )
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
// A launcher holds the other end of a channel: however the launcher ends, the server ends, too.
if (process.connected) process.on('disconnect', () => stop('the launcher has ended'))

try {
  const { url, setupToken } = await starting
  const services = [...settings.services].join(', ')
  logger.info({ url, services }, 'ready')
  process.stdout.write(`Tradeloom is ready: ${url ?? services}\n`)
  // Not in the log, which others may read.
  if (setupToken !== null) process.stdout.write(`Setup token for the first user, who administers it: ${setupToken}\n`)
} catch (error) {
  logger.debug({ err: error }, 'start failed')
  fail(error)
}
