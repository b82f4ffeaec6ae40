import type { IncomingHttpHeaders } from 'node:http'
import type { SecondFactorAsked, User } from '@tradeloom/contracts'
import {
  type Drizzle,
  newId,
  schema,
  sqlState,
  type Transaction,
  UNIQUE_VIOLATION,
  withAdministrators,
} from '@tradeloom/database'
import { fromNodeHeaders } from 'better-auth/node'
import { eq } from 'drizzle-orm'
import { AppError, notFound } from '../errors/app-error.ts'
import type { Auth } from './auth.ts'
import { addressKey } from '../http/client-address.ts'
import { isAddressTaken } from './is-address-taken.ts'
import type { Login } from './login.ts'
import { type LoginOpener, type SignedIn, wrongLogin } from './login-opener.ts'
import type { LoginRequest } from './login-request.ts'
import type { Passwords } from './passwords.ts'
import { recordFailedLogin } from './failed-logins.ts'
import { createLoginReader, isTooOld } from './login-reader.ts'
import { ALL_STRANGERS, type Guesser, type LoginDelays, PER_GUESSER } from './login-delays.ts'
import type { PasswordQueue } from './password-queue.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { type Profile, type Rights, rightsFrom, toUser, type UserRow } from './rights.ts'
import { readUser } from './user-reader.ts'

const { credentials, logins, users } = schema

const USED_EVERY_MS = 5 * 60_000

/** How a new user is called. */
export interface NewName {
  readonly username: string
  readonly email: string
  /** Whether somebody whose word counts has confirmed the address. */
  readonly isVerified?: boolean
}

export interface Registration extends NewName {
  readonly password: string
}

export interface UsersDeps {
  readonly auth: Auth
  readonly db: Drizzle
  readonly opener: LoginOpener
  readonly passwords: Passwords
  readonly delays: LoginDelays
  readonly queue: PasswordQueue
  readonly profile: Profile
}

export class UsersService {
  readonly #auth: Auth
  readonly #db: Drizzle
  readonly #opener: LoginOpener
  readonly #passwords: Passwords
  readonly #delays: LoginDelays
  readonly #queue: PasswordQueue
  readonly #profile: Profile
  readonly #readLogin: ReturnType<typeof createLoginReader>

  constructor({ auth, db, opener, passwords, delays, queue, profile }: UsersDeps) {
    this.#auth = auth
    this.#db = db
    this.#opener = opener
    this.#passwords = passwords
    this.#delays = delays
    this.#queue = queue
    this.#profile = profile
    this.#readLogin = createLoginReader(db, Date.now)
  }

  /** Returns null without a valid login, and cookies if the login was extended. */
  async loginOf(headers: IncomingHttpHeaders): Promise<(Login & { cookies: string[] }) | null> {
    if (!headers.cookie?.includes('tradeloom.session_token')) return null
    const { authCookies, secret } = await this.#auth.$context
    const login = await this.#readLogin(headers.cookie, { name: authCookies.sessionToken.name, secret })
    if (login) {
      await this.#touch(login)
      const { id, verifiedAt, method } = login
      return { id, user: toUser(this.#profile, login), verifiedAt, method, cookies: [] }
    }
    const answer = await this.#auth.api.getSession({ headers: fromNodeHeaders(headers), returnHeaders: true })
    const found = answer.response
    if (!found) return null
    if (isTooOld(found.session, Date.now())) {
      await this.#db.delete(logins).where(eq(logins.id, found.session.id))
      return null
    }
    const [row] = await this.#db
      .select({ id: logins.id, verifiedAt: logins.verifiedAt, method: logins.method, usedAt: logins.usedAt })
      .from(logins)
      .where(eq(logins.id, found.session.id))
    if (!row) return null
    await this.#touch(row)
    const user = await this.#user(found.user.id)
    return { ...row, user, cookies: answer.headers.getSetCookie() }
  }

  /** Its user sees when a login was last used, to within minutes: not every request writes. */
  async #touch({ id, usedAt }: { readonly id: string; readonly usedAt: Date }): Promise<void> {
    if (Date.now() - usedAt.getTime() < USED_EVERY_MS) return
    await this.#db.update(logins).set({ usedAt: new Date() }).where(eq(logins.id, id))
  }

  /** Throws for an unknown id. */
  async rightsOf(userId: string): Promise<Rights> {
    return rightsFrom(this.#profile, await this.#row(userId))
  }

  async #user(id: string): Promise<User> {
    return toUser(this.#profile, await this.#row(id))
  }

  async #row(id: string): Promise<UserRow> {
    const row = await readUser(this.#db, id, Date.now())
    if (!row) throw notFound('User')
    return row
  }

  async login(name: string, password: string, request: LoginRequest): Promise<SignedIn | SecondFactorAsked> {
    const { address, device } = request
    const account = name.toLowerCase()
    const userId = await this.#idOf(account)
    // Name and email are one account; guesses for an unknown name are slowed down, too.
    const target = userId ?? account
    const isKnown = device !== null && device.userId === userId
    const guessers: Guesser[] = [
      { key: `${target} ${isKnown ? device.id : addressKey(address)}`, pace: PER_GUESSER },
      ...(isKnown ? [] : [{ key: target, pace: ALL_STRANGERS }]),
    ]
    await this.#delays.check(guessers)
    return this.#queue.run(address, async () => {
      // Checks again: many may have waited in the queue.
      const guesses = await this.#delays.begin(guessers)
      const hash = await this.#passwords.verified(userId, password).catch(async (error: unknown) => {
        // This says nothing about the password: it could not be checked.
        await this.#delays.takeBack(guessers)
        throw error
      })
      if (userId === null || hash === null) {
        if (userId !== null) await recordFailedLogin(this.#db, { userId, guesses, address })
        throw wrongLogin()
      }
      await this.#delays.succeeded(guessers)
      const stillCounts = (): Promise<boolean> => this.#passwords.isStill(userId, hash)
      return this.#opener.openLogin(userId, 'password', request, { stillCounts })
    })
  }

  async #idOf(account: string): Promise<string | null> {
    const found = await this.#db
      .select({ id: users.id })
      .from(users)
      .where(eq(account.includes('@') ? users.email : users.username, account))
    return found[0]?.id ?? null
  }

  /** Signs in without a password: the caller has just stored a new one. */
  async enter(userId: string, request: LoginRequest): Promise<SignedIn | SecondFactorAsked> {
    return this.#opener.openLogin(userId, 'reset', request)
  }

  async register(wanted: Registration, request: LoginRequest): Promise<SignedIn> {
    await this.#refuseTaken(wanted)
    refuseWeakPassword(wanted.password, wanted, 'regPassword')
    const hash = await this.#queue.run(request.address, () => this.#passwords.hash(wanted.password))
    const storePassword = async (tx: Transaction, id: string): Promise<void> => {
      const credential = { id: newId(), userId: id, accountId: id, providerId: 'credential', password: hash }
      await tx.insert(credentials).values(credential)
    }
    return this.registerWith(wanted, storePassword, request)
  }

  /** `store` keeps what the new user signs in with. */
  async registerWith(
    wanted: NewName,
    store: (tx: Transaction, userId: string) => Promise<void>,
    request: LoginRequest,
  ): Promise<SignedIn> {
    await this.#refuseTaken(wanted)
    const id = await this.#create(wanted, store)
    const opened = await this.#opener.openLogin(id, 'registration', request)
    if ('challenge' in opened) throw new Error('A new account has no second factor')
    return opened
  }

  /** Returns the id. */
  async #create(
    { username, email, isVerified = false }: NewName,
    store: (tx: Transaction, userId: string) => Promise<void>,
  ): Promise<string> {
    const id = newId()
    const names = { name: username, username: username.toLowerCase(), displayUsername: username }
    const verified = isVerified ? { emailVerified: true, emailVerifiedAt: new Date() } : {}
    try {
      await this.#db.transaction(async (tx) => {
        await tx.insert(users).values({ id, ...names, email: email.toLowerCase(), ...verified })
        await store(tx, id)
      })
    } catch (error) {
      // Another user registered the name between the check and the insert.
      if (sqlState(error) === UNIQUE_VIOLATION) await this.#refuseTaken({ username, email })
      throw error
    }
    await this.#makeFirstUserAdmin(id)
    return id
  }

  async #refuseTaken({ username, email }: Pick<NewName, 'username' | 'email'>): Promise<void> {
    const found = await this.#db.select({ id: users.id }).from(users).where(eq(users.username, username.toLowerCase()))
    if (found.length > 0) throw usernameTaken()
    if (await isAddressTaken(this.#db, email.toLowerCase(), Date.now())) throw emailTaken()
  }

  /** Whoever installs Tradeloom registers first, and becomes the administrator. */
  async #makeFirstUserAdmin(id: string): Promise<void> {
    await withAdministrators(this.#db, async (tx, ids) => {
      if (ids.size === 0) await tx.update(users).set({ isAdmin: true }).where(eq(users.id, id))
    })
  }

  /** Ends the login and returns the cookies that clear it in the browser; without a login it does nothing. */
  async logout(headers: IncomingHttpHeaders): Promise<string[]> {
    const response = await this.#auth.api.signOut({ headers: fromNodeHeaders(headers), asResponse: true })
    return response.headers.getSetCookie()
  }
}

const usernameTaken = (): AppError => fieldConflict('regUsername', 'User name is already taken')
const emailTaken = (): AppError => fieldConflict('regEmail', 'Email address is already registered')

function fieldConflict(field: string, message: string): AppError {
  return new AppError('conflict', 'already-taken', message, { fields: { [field]: message } })
}
