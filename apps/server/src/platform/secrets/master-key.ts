import {
  countSealed,
  type Drizzle,
  isActiveKey,
  isAnythingSealed,
  newId,
  schema,
  type Transaction,
} from '@tradeloom/database'
import { VaultError, WRONG_MASTER_KEY } from '@tradeloom/vault'
import {
  accountsKey,
  brokersKey,
  createMasterKey,
  fingerprintOf,
  publicKeyOf,
  readMasterKey,
} from '@tradeloom/vault/master'
import { desc, eq, sql } from 'drizzle-orm'
import { unavailable } from '../errors/app-error.ts'

const { installationKeys } = schema

const INTERRUPTED = 'Replacing the master key was interrupted. Stop the server and run "tradeloom key rotate" again'
const NO_MASTER_KEY = 'TRADELOOM_MASTER_KEY_FILE names a file that does not exist'

export interface MasterKeyPlace {
  readonly path: string
  /** The operator provides the key, so it is never made here. */
  readonly isProvided: boolean
  /** A copy of the key from the environment, instead of a file. The caller clears it. */
  readonly given?: () => Buffer
}

/** The key that all others are derived from. A file is read when it is needed, and what was read is cleared at once. */
export class MasterKey {
  readonly #db: Drizzle
  readonly #place: MasterKeyPlace

  constructor(db: Drizzle, place: MasterKeyPlace) {
    this.#db = db
    this.#place = place
  }

  /** Why what is sealed cannot be read; null if it can, or if nothing is sealed. */
  async problem(): Promise<string | null> {
    if (!(await isAnythingSealed(this.#db))) return null
    if (await isInterrupted(this.#db)) return INTERRUPTED
    try {
      return (await this.#isKnown(this.#db)) ? null : WRONG_MASTER_KEY
    } catch (error) {
      if (error instanceof VaultError) return error.message
      throw error
    }
  }

  /** As administrators see it; null while nothing was ever sealed. */
  async state(): Promise<{ created: Date; exported: Date | null; problem: string | null } | null> {
    const [key] = await this.#db.select().from(installationKeys).where(eq(installationKeys.state, 'active'))
    return key ? { created: key.createdAt, exported: key.exportedAt, problem: await this.problem() } : null
  }

  /** All that were ever in use, newest first, and what is sealed; without any secret. */
  async list() {
    const keys = await this.#db.select().from(installationKeys).orderBy(desc(installationKeys.createdAt))
    return { keys, isProvided: this.#place.isProvided, sealed: await countSealed(this.#db) }
  }

  /** The key to seal secrets for `brokers`. Makes a master key if there is none, and nothing is sealed under another. */
  async sealingKey(): Promise<Uint8Array> {
    const key = await this.#prepared(brokersKey)
    try {
      return publicKeyOf(key)
    } finally {
      key.fill(0)
    }
  }

  /** The key of envelopes, made as that to seal with. The caller clears it. */
  accountsKey(): Promise<Buffer> {
    return this.#prepared(accountsKey)
  }

  /** The private key of `brokers`, for the pipe to it; null without a master key. The caller clears it. */
  brokersKey(): Buffer | null {
    return this.#use(brokersKey)
  }

  async #prepared(derive: (master: Uint8Array) => Buffer): Promise<Buffer> {
    const problem = await this.#db
      .transaction(async (tx) => {
        await tx.execute(sql`lock table ${installationKeys} in share row exclusive mode`)
        if (await isInterrupted(tx)) return INTERRUPTED
        if (await this.#isKnown(tx)) return null
        if (await isAnythingSealed(tx)) return WRONG_MASTER_KEY
        return this.#adopt(tx)
      })
      .catch(asUnavailable)
    const key = problem === null ? this.#use(derive) : null
    if (key === null) throw unavailable('wrong-master-key', problem ?? WRONG_MASTER_KEY)
    return key
  }

  /** Begins with the key of the file, or a new one. */
  async #adopt(tx: Transaction): Promise<string | null> {
    const { path, isProvided } = this.#place
    if (!isProvided) createMasterKey(path)
    const fingerprint = this.#use(fingerprintOf)
    if (fingerprint === null) return NO_MASTER_KEY
    await tx.update(installationKeys).set({ state: 'retired' }).where(eq(installationKeys.state, 'active'))
    await tx.insert(installationKeys).values({ id: newId(), fingerprint, state: 'active' })
    return null
  }

  async #isKnown(db: Pick<Drizzle, '$count'>): Promise<boolean> {
    const fingerprint = this.#use(fingerprintOf)
    return fingerprint !== null && (await isActiveKey(db, fingerprint))
  }

  #use<Value>(derive: (master: Uint8Array) => Value): Value | null {
    const { path, isProvided, given } = this.#place
    const master = given === undefined ? readMasterKey(path, isProvided) : given()
    if (master === null) return null
    try {
      return derive(master)
    } finally {
      master.fill(0)
    }
  }
}

/** Some secrets are sealed under the next key, others not yet. */
async function isInterrupted(db: Pick<Drizzle, '$count'>): Promise<boolean> {
  return (await db.$count(installationKeys, eq(installationKeys.state, 'next'))) > 0
}

/** What is wrong with the file, without its path. */
function asUnavailable(error: unknown): never {
  if (error instanceof VaultError) throw unavailable('bad-master-key', error.message)
  throw error
}
