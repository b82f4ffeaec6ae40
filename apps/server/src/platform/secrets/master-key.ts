import { statSync } from 'node:fs'
import { serialize } from 'node:v8'
import {
  countSealed,
  type Drizzle,
  isAnythingSealed,
  keyExported,
  knowsKey,
  newId,
  schema,
  type Transaction,
} from '@tradeloom/database'
import { VaultError, WRONG_MASTER_KEY } from '@tradeloom/vault'
import type { KeySource } from '@tradeloom/vault/master'
import { desc, eq, sql } from 'drizzle-orm'
import { unavailable } from '../errors/app-error.ts'
import type { DerivedKeys, DeriveKeys, KeyAnswer } from '../processes/key-messages.ts'
import { ProcessEnded } from '../processes/process-ended.ts'
import type { Ask } from '../processes/request-process.ts'

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

/**
 * The key that all others are derived from. This process never reads its file: a child that lives for a moment does, and
 * answers what a server needs. Those who talk to brokers learn where it is, and derive their key themselves.
 */
export class MasterKey {
  readonly #db: Drizzle
  readonly #place: MasterKeyPlace
  readonly #derive: Ask<DeriveKeys, KeyAnswer>
  /** For the file as it was then. */
  #derived: { file: string | null; readonly keys: Promise<DerivedKeys | null> } | null = null

  constructor(db: Drizzle, place: MasterKeyPlace, derive: Ask<DeriveKeys, KeyAnswer>) {
    this.#db = db
    this.#place = place
    this.#derive = derive
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
    return (await this.#prepared()).publicKey
  }

  /** The key of envelopes, made as that to seal with. The caller clears it. */
  async accountsKey(): Promise<Buffer> {
    return Buffer.from((await this.#prepared()).accountsKey)
  }

  /** As it is printed, for a person who keeps it elsewhere; null without one. It passes through, and is not kept. */
  async onPaper(): Promise<string | null> {
    const source = this.#source()
    try {
      const answer = await this.#derive(() => ({ source, makes: false, prints: true }))
      if (answer === null) return null
      if ('problem' in answer) throw unavailable('bad-master-key', answer.problem)
      answer.accountsKey.fill(0)
      await keyExported(this.#db, answer.fingerprint)
      return answer.paper ?? null
    } finally {
      source.given?.fill(0)
    }
  }

  /** For the pipe to those who derive a key of their own; null without a master key. The caller clears it. */
  piped(): Uint8Array | null {
    const file = this.#file()
    if (file === null) return null
    const source = this.#source()
    try {
      return serialize({ ...source, file })
    } finally {
      source.given?.fill(0)
    }
  }

  async #prepared(): Promise<DerivedKeys> {
    const problem = await this.#readOrMade()
      .then(() => this.#problemOfSealing())
      .catch(asUnavailable)
    const keys = problem === null ? await this.#keys() : null
    if (keys === null) throw unavailable('wrong-master-key', problem ?? WRONG_MASTER_KEY)
    return keys
  }

  /** Outside of a transaction: it starts a process, which takes longer than a transaction may be silent. */
  async #readOrMade(): Promise<void> {
    if ((await this.#keys()) !== null || this.#place.isProvided) return
    if (!(await isAnythingSealed(this.#db))) await this.#keys({ makes: true })
  }

  #problemOfSealing(): Promise<string | null> {
    return this.#db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${installationKeys} in share row exclusive mode`)
      if (await isInterrupted(tx)) return INTERRUPTED
      if (await this.#isKnown(tx)) return null
      if (await isAnythingSealed(tx)) return WRONG_MASTER_KEY
      return this.#adopt(tx)
    })
  }

  /** Begins with the key of the file, or a new one. */
  async #adopt(tx: Transaction): Promise<string | null> {
    const keys = await this.#keys()
    if (keys === null) return NO_MASTER_KEY
    const { fingerprint, publicKey } = keys
    await tx.update(installationKeys).set({ state: 'retired' }).where(eq(installationKeys.state, 'active'))
    await tx
      .insert(installationKeys)
      .values({ id: newId(), fingerprint, publicKey: Buffer.from(publicKey), state: 'active' })
    return null
  }

  async #isKnown(db: Pick<Drizzle, '$count' | 'update'>): Promise<boolean> {
    const keys = await this.#keys()
    return keys !== null && (await knowsKey(db, keys))
  }

  /** @throws {VaultError} for a file that is not a key, or that others can read. */
  #keys({ makes = false } = {}): Promise<DerivedKeys | null> {
    const file = this.#file()
    if (file === null && !makes) return Promise.resolve(null)
    if (this.#derived !== null && this.#derived.file === file) return this.#derived.keys
    const keys = this.#ask(makes)
    const derived = { file, keys }
    this.#derived = derived
    keys.then(
      // What was made is no longer none.
      () => (derived.file ??= this.#file()),
      () => {
        if (this.#derived === derived) this.#derived = null
      },
    )
    return keys
  }

  async #ask(makes: boolean): Promise<DerivedKeys | null> {
    const source = this.#source()
    try {
      const answer = await this.#derive(() => ({ source, makes }))
      if (answer !== null && 'problem' in answer) throw new VaultError('bad-key', answer.problem)
      return answer
    } finally {
      source.given?.fill(0)
    }
  }

  #source(): KeySource {
    const { path, isProvided: isMounted, given } = this.#place
    return { path, isMounted, ...(given === undefined ? {} : { given: given() }) }
  }

  /** Differs for another key; null without one. */
  #file(): string | null {
    return this.#place.given === undefined ? stateOf(this.#place.path) : 'given'
  }
}

/** What changes whenever the file is another one, or others may read it; null if there is none. */
function stateOf(path: string): string | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true })
    return found === undefined ? null : [found.dev, found.ino, found.size, found.mode, found.mtimeNs].join(' ')
  } catch {
    // Whoever reads it says why.
    return 'unreadable'
  }
}

/** Some secrets are sealed under the next key, others not yet. */
async function isInterrupted(db: Pick<Drizzle, '$count'>): Promise<boolean> {
  return (await db.$count(installationKeys, eq(installationKeys.state, 'next'))) > 0
}

/** What is wrong with the file, without its path. */
function asUnavailable(error: unknown): never {
  if (error instanceof VaultError) throw unavailable('bad-master-key', error.message)
  if (error instanceof ProcessEnded)
    throw unavailable('unread-master-key', 'The master key could not be read. Try again')
  throw error
}
