import { rename, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { isOffsite, readOffsiteSettings } from '@tradeloom/backup'
import type { RestoreRequest, RestoreState } from '@tradeloom/contracts'
import { UserError } from '@tradeloom/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Registration } from '../../platform/auth/registration.ts'
import { AppError, forbidden, invalid } from '../../platform/errors/app-error.ts'
import { RESTORED, RESTORING } from '../../start/adopt-restored.ts'
import type { BackupParts } from './backups.service.ts'

export interface FirstRestoreParts {
  readonly dataDir: string
  readonly isOwnDatabase: boolean
  readonly registration: Pick<Registration, 'isEmpty' | 'requireSetupToken'>
  readonly ask: BackupParts['ask']
  /** Begins again with what was restored. */
  readonly restart: () => void
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** Restores a backup into an installation that has no user yet, for the person who installs it. */
export class FirstRestore {
  readonly #parts: FirstRestoreParts
  readonly #closing = new AbortController()
  #state: RestoreState = { state: 'none', problem: null }
  #working: Promise<void> = Promise.resolve()

  constructor(parts: FirstRestoreParts) {
    this.#parts = parts
  }

  get state(): RestoreState {
    return this.#state
  }

  async begin({ setupToken, place, ...access }: RestoreRequest): Promise<RestoreState> {
    const { isOwnDatabase, registration } = this.#parts
    await this.#requireEmpty()
    await registration.requireSetupToken(setupToken)
    if (isOwnDatabase) {
      throw new AppError('conflict', 'own-database', 'The database is your own PostgreSQL: restore it with its tools')
    }
    const settings = isOffsite(place) ? settingsOf(place, access) : null
    if (settings === null && !isAbsolute(place)) throw invalid('Please enter a folder from its root on', 'place')
    if (this.#state.state === 'restoring' || this.#state.state === 'restarting') {
      throw new AppError('conflict', 'busy', 'A backup is being restored already')
    }
    this.#state = { state: 'restoring', problem: null }
    this.#working = this.#restore(place, settings).catch((error: unknown) => {
      this.#parts.logger.warn({ err: error }, 'the backup could not be restored')
      const isWorded = error instanceof UserError || error instanceof AppError
      this.#state = { state: 'failed', problem: isWorded ? error.message : 'The restore ended with an error' }
    })
    return this.#state
  }

  async stop(): Promise<void> {
    this.#closing.abort()
    await this.#working
  }

  async #restore(place: string, settings: ReturnType<typeof settingsOf> | null): Promise<void> {
    const { dataDir, ask, restart, logger } = this.#parts
    const target = join(dataDir, RESTORING)
    await rm(target, { recursive: true, force: true })
    const { faults } = await ask(() => ({ do: 'restore', place, settings, dataDir: target }), {
      signal: this.#closing.signal,
    })
    try {
      // Somebody may have registered meanwhile.
      await this.#requireEmpty()
    } catch (error) {
      await rm(target, { recursive: true, force: true })
      throw error
    }
    await rename(target, join(dataDir, RESTORED))
    logger.info({ faults }, 'a backup was restored: starting again with it')
    this.#state = { state: 'restarting', problem: null }
    restart()
  }

  async #requireEmpty(): Promise<void> {
    if (await this.#parts.registration.isEmpty()) return
    throw forbidden('This installation has users. Restore into a new folder with "tradeloom restore"')
  }
}

function settingsOf(place: string, access: Omit<RestoreRequest, 'place' | 'setupToken'>) {
  const { endpoint, region, accessKeyId, secretAccessKey, backupKey } = access
  const env = {
    TRADELOOM_BACKUP_ENDPOINT: endpoint,
    TRADELOOM_BACKUP_REGION: region,
    TRADELOOM_BACKUP_ACCESS_KEY_ID: accessKeyId,
    TRADELOOM_BACKUP_SECRET_ACCESS_KEY: secretAccessKey,
    TRADELOOM_BACKUP_KEY: backupKey,
  }
  return readOffsiteSettings(env, place)
}
