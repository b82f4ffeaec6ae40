import { chmodSync } from 'node:fs'
import { type DestinationStream, pino } from 'pino'
import { compose } from '../compose.ts'
import { readConfig } from '../config.ts'
import { checkVersion } from '../features/algorithms/check-version.job.ts'
import type { Feature } from '../platform/feature.ts'
import type { Platform } from '../platform/platform.ts'
import { type RunningServer, type ServerOptions, startServer } from '../platform/start-server.ts'
import { prepareStart } from '../start/prepare-start.ts'

export interface LaunchOptions {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly env?: Record<string, string>
  readonly fileSystemState?: ServerOptions['fileSystemState']
  readonly loginClock?: ServerOptions['loginClock']
  /**
   * Whether saved versions are analyzed for look-ahead. Left out, because that takes more than a second of processor time
   * for each version, of which the tests save hundreds that are about something else.
   */
  readonly analyzesVersions?: boolean
  /** Receives the log, of the level in `env`. */
  readonly log?: DestinationStream
}

/** The whole server on a free port, with the settings that tests share. */
export async function launchServer(options: LaunchOptions): Promise<RunningServer> {
  // Runners read market data as another user when the tests run as root.
  chmodSync(options.dataDir, 0o755)
  const config = readConfig({
    PORT: '0',
    TRADELOOM_DATA: options.dataDir,
    DATABASE_URL: options.databaseUrl,
    TRADELOOM_SIMULATED_MARKET: 'off',
    TRADELOOM_RUNNERS: '2',
    // They would take a second of a processor for each run.
    TRADELOOM_SPARE_RUNNERS: 'off',
    // Tests send more requests than anybody with a browser.
    TRADELOOM_REQUESTS_PER_MINUTE: '100000',
    LOG_LEVEL: 'silent',
    ...options.env,
  })
  const parts = options.analyzesVersions ? compose : withoutAnalyses
  const logger = pino({ level: config.logLevel }, options.log)
  return startServer(config, logger, await prepareStart(config), parts, {
    checkResponses: true,
    backgroundYields: false,
    ...(options.fileSystemState ? { fileSystemState: options.fileSystemState } : {}),
    ...(options.loginClock ? { loginClock: options.loginClock } : {}),
  })
}

/** Versions are queued for their analysis as usual, and stay in the queue. */
function withoutAnalyses(platform: Platform): readonly Feature[] {
  return compose(platform).map((feature) => ({
    ...feature,
    jobs: () => feature.jobs?.().filter(({ name }) => name !== checkVersion.name) ?? [],
  }))
}
