import type { Config } from '../config.ts'
import { claimDataFolder } from './claim-data-folder.ts'
import { type HeldPort, holdPort } from './hold-port.ts'

export interface Prepared {
  readonly port: HeldPort
  release(): Promise<void>
}

/** What can go wrong at a start is found out before anything is made: folder and port are this server's, or it ends. */
export async function prepareStart(config: Pick<Config, 'dataDir' | 'host' | 'port'>): Promise<Prepared> {
  const release = claimDataFolder(config.dataDir)
  try {
    const port = await holdPort(config.host, config.port)
    return {
      port,
      release: async () => {
        await port.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
