import { hash as argon2, verify } from '@node-rs/argon2'
import {
  cancelPasswordResets,
  type Drizzle,
  newId,
  recordAudit,
  schema,
  type Transaction,
  usePasswordReset,
  userOfReset,
} from '@tradeloom/database'
import { and, eq, ne } from 'drizzle-orm'
import { AppError, invalid } from '../errors/app-error.ts'
import { addressKey } from '../http/client-address.ts'
import type { Login } from './login.ts'
import { forgetDevices } from './factors-of.ts'
import { lockUser } from './lock-user.ts'
import { type Guesser, type LoginDelays, PER_GUESSER } from './login-delays.ts'
import { requireOtherCredential, type WaysIn } from './other-credentials.ts'
import type { PasswordQueue } from './password-queue.ts'
import { type PasswordOwner, refuseWeakPassword } from './password-rules.ts'

const { credentials, logins, users } = schema

export interface PasswordsDeps {
  readonly db: Drizzle
  readonly delays: LoginDelays
  readonly queue: PasswordQueue
}

export interface Change {
  readonly oldPassword: string
  readonly newPassword: string
}

/**
 * Checks passwords, which are stored as argon2id with the library's defaults (19 MiB, 2 passes). Replaces them, and ends the
 * logins that somebody who knew the old one may have opened.
 */
export class Passwords {
  readonly #deps: PasswordsDeps

  constructor(deps: PasswordsDeps) {
    this.#deps = deps
  }

  /** Throws unless it is the password of the user: asked again before something that matters. */
  async confirm(userId: string, password: string, address: string): Promise<void> {
    const { delays, queue } = this.#deps
    const guessers = guessersOf(userId, address)
    await delays.check(guessers)
    await queue.run(address, async () => {
      await delays.begin(guessers)
      if ((await this.verified(userId, password)) === null) throw wrongPassword('password')
      await delays.succeeded(guessers)
    })
  }

  /**
   * The stored hash if it is of this password; null otherwise, after the same time, also for nobody. The caller counts
   * guesses and waits in the queue.
   */
  async verified(userId: string | null, password: string): Promise<string | null> {
    const hash = userId === null ? null : await this.#stored(userId)
    if (hash !== null) return (await verify(hash, password)) ? hash : null
    await this.hash(password)
    return null
  }

  /** Whether nobody has replaced it meanwhile. Waits for who is at it. */
  isStill(userId: string, hash: string): Promise<boolean> {
    return this.#deps.db.transaction(async (tx) => {
      await lockUser(tx, userId)
      return isCurrent(tx, userId, hash)
    })
  }

  /** Returns the ids of the logins that ended: all of the user but this one. */
  async change({ id, user }: Login, { oldPassword, newPassword }: Change, address: string): Promise<string[]> {
    const { db, delays, queue } = this.#deps
    const guessers = guessersOf(user.id, address)
    await delays.check(guessers)
    return queue.run(address, async () => {
      await delays.begin(guessers)
      const known = await this.verified(user.id, oldPassword)
      if (known === null) throw wrongPassword('oldPassword')
      await delays.succeeded(guessers)
      refuseWeakPassword(newPassword, user, 'newPassword')
      const hash = await this.hash(newPassword)
      return db.transaction(async (tx) => {
        await lockUser(tx, user.id)
        // It may have been changed while this request was hashing.
        if (!(await isCurrent(tx, user.id, known))) throw wrongPassword('oldPassword')
        await storePassword(tx, user.id, hash)
        await cancelPasswordResets(tx, user.id, Date.now())
        await forgetDevices(tx, user.id)
        return endLogins(tx, user.id, id)
      })
    })
  }

  /** Uses the key of a link up. Throws if it is not valid any more. */
  async changeForgotten(
    key: string,
    password: string,
    address: string,
  ): Promise<{ readonly userId: string; readonly ended: string[] }> {
    const { db, queue } = this.#deps
    const userId = await userOfReset(db, key, Date.now())
    const owner = userId === null ? null : await this.#owner(userId)
    if (userId === null || owner === null) throw expired()
    refuseWeakPassword(password, owner, 'password')
    return queue.run(address, async () => {
      const hash = await this.hash(password)
      const ended = await db.transaction(async (tx) => {
        await lockUser(tx, userId)
        if (!(await usePasswordReset(tx, key, Date.now()))) throw expired()
        await storePassword(tx, userId, hash)
        await forgetDevices(tx, userId)
        const all = await endLogins(tx, userId, null)
        const line = { actor: null, via: 'web', action: 'password-replaced', object: userId, address } as const
        await recordAudit(tx, { ...line, detail: {} })
        return all
      })
      return { userId, ended }
    })
  }

  /** Leaves a passkey or another sign-in: a thief of the password is not let in by it any more. */
  async remove(userId: string, ways: WaysIn): Promise<void> {
    await this.#deps.db.transaction(async (tx) => {
      await lockUser(tx, userId)
      await tx.delete(credentials).where(credentialOf(userId))
      await cancelPasswordResets(tx, userId, Date.now())
      await requireOtherCredential(tx, userId, userId, ways)
    })
  }

  async #owner(userId: string): Promise<PasswordOwner | null> {
    const { db } = this.#deps
    const [owner] = await db
      .select({ username: users.username, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
    return owner ?? null
  }

  async hash(password: string): Promise<string> {
    return argon2(password)
  }

  async #stored(userId: string): Promise<string | null> {
    const { db } = this.#deps
    const [row] = await db.select({ hash: credentials.password }).from(credentials).where(credentialOf(userId))
    return row?.hash ?? null
  }
}

/** Ends all logins of a user except one; returns their ids. */
export async function endLogins(db: Pick<Drizzle, 'delete'>, userId: string, except: string | null): Promise<string[]> {
  const ended = await db
    .delete(logins)
    .where(and(eq(logins.userId, userId), except === null ? undefined : ne(logins.id, except)))
    .returning({ id: logins.id })
  return ended.map(({ id }) => id)
}

async function isCurrent(tx: Transaction, userId: string, hash: string): Promise<boolean> {
  return (await tx.$count(credentials, and(credentialOf(userId), eq(credentials.password, hash)))) > 0
}

async function storePassword(tx: Transaction, userId: string, hash: string): Promise<void> {
  const changed = await tx
    .update(credentials)
    .set({ password: hash, updatedAt: new Date() })
    .where(credentialOf(userId))
    .returning({ id: credentials.id })
  if (changed.length > 0) return
  // The first password of somebody who signs in with an issuer.
  await tx
    .insert(credentials)
    .values({ id: newId(), userId, accountId: userId, providerId: 'credential', password: hash })
}

function credentialOf(userId: string) {
  return and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential'))
}

/** The same count as for guesses at the login form. */
function guessersOf(userId: string, address: string): Guesser[] {
  return [{ key: `${userId} ${addressKey(address)}`, pace: PER_GUESSER }]
}

function wrongPassword(field: 'oldPassword' | 'password'): AppError {
  return invalid('Wrong password', field)
}

function expired(): AppError {
  const message = 'This link has expired or was used already. Please request a new one.'
  return new AppError('invalid-input', 'reset-expired', message)
}
