import type { Config } from '../config.ts'
import { adoptRestored } from './adopt-restored.ts'
import { claimDataFolder } from './claim-data-folder.ts'
import { type HeldPort, holdPort } from './hold-port.ts'

export interface Prepared {
  /** Null in a server that does not listen. */
  readonly port: HeldPort | null
  release(): Promise<void>
}

/** Takes folder and port before anything is created, so that a start that cannot succeed fails at once. */
export async function prepareStart(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'host' | 'port' | 'trustedProxies'>,
): Promise<Prepared> {
  const release = claimDataFolder(config.dataDir, { isShared: config.databaseUrl !== undefined })
  try {
    if (config.databaseUrl === undefined) adoptRestored(config.dataDir)
    const port = config.port === null ? null : await holdPort(config.host, config.port, config.trustedProxies)
    return {
      port,
      release: async () => {
        await port?.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
