import type { Database } from '@tradeloom/database'
import { type LeaseLogger, LeaseOwner } from '../leases/lease-owner.ts'

const CHANNEL = 'api'

/** This process as the owner of credits and sockets of programs. It is opened by the first program that comes. */
export class ApiOwner {
  readonly #database: Pick<Database, 'connection'>
  readonly #logger: LeaseLogger
  #opened: Promise<LeaseOwner> | null = null

  constructor(database: Pick<Database, 'connection'>, logger: LeaseLogger) {
    this.#database = database
    this.#logger = logger
  }

  /** It changes after other processes have considered this one dead. */
  async id(): Promise<string> {
    this.#opened ??= LeaseOwner.open({
      connection: this.#database.connection,
      logger: this.#logger,
      channel: CHANNEL,
      onWake: () => {},
      onLeases: () => {},
    })
    try {
      return (await this.#opened).id
    } catch (error) {
      this.#opened = null
      throw error
    }
  }

  /** Whatever it still owns is gone with it. */
  async close(): Promise<void> {
    const owner = await this.#opened?.catch(() => null)
    await owner?.close()
  }
}
