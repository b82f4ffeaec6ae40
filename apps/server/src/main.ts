import { pino } from 'pino'
import { startServer } from './compose.ts'
import { type Config, readConfig } from './config.ts'
import { VERSION } from './version.ts'

/** A stop that takes longer is cut short: whoever asked for it waits. */
const STOP_LIMIT_MS = 30_000

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

function config(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    return fail(error)
  }
}

const settings = config()
const logger = pino(
  {
    level: settings.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.secret', '*.token'],
  },
  // Standard output says where the server is; the log is for whoever looks after it.
  pino.destination({ dest: 2, sync: true }),
)

process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'))
process.on('uncaughtException', (error) => {
  logger.fatal({ err: error }, 'uncaught exception')
  process.exit(1)
})

logger.info({ version: VERSION, dataDir: settings.dataDir, pid: process.pid }, 'starting')
const starting = startServer(settings, logger)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    starting
      .then((server) => server.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  })
}

try {
  const { url } = await starting
  logger.info({ url }, 'ready')
  process.stdout.write(`Tradeloom is ready: ${url}\n`)
} catch (error) {
  logger.debug({ err: error }, 'start failed')
  fail(error)
}
