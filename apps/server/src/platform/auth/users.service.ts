import type { IncomingHttpHeaders } from 'node:http'
import type { User } from '@tradeloom/contracts'
import { type Drizzle, schema, sqlState, UNIQUE_VIOLATION, withAdministrators } from '@tradeloom/database'
import { fromNodeHeaders } from 'better-auth/node'
import { eq, or } from 'drizzle-orm'
import { AppError, invalid, notFound } from '../errors/app-error.ts'
import type { Auth } from './auth.ts'
import { addressKey } from '../http/client-address.ts'
import type { KnownDevice } from './known-device.ts'
import type { Login } from './login.ts'
import { createLoginReader, isTooOld } from './login-reader.ts'
import { ALL_STRANGERS, type Guesser, type LoginDelays, PER_GUESSER } from './login-delays.ts'
import type { PasswordQueue } from './password-queue.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { type Profile, type Rights, rightsFrom, toUser, type UserRow } from './rights.ts'
import { readUser } from './user-reader.ts'

export interface SignedIn {
  readonly user: User
  /** `Set-Cookie` values for the browser. */
  readonly cookies: string[]
}

export interface Registration {
  readonly username: string
  readonly email: string
  readonly password: string
}

/** Where a login comes from. */
export interface Origin {
  readonly address: string
  readonly device: KnownDevice | null
}

export interface UsersDeps {
  readonly auth: Auth
  readonly db: Drizzle
  readonly delays: LoginDelays
  readonly queue: PasswordQueue
  readonly profile: Profile
}

export class UsersService {
  readonly #auth: Auth
  readonly #db: Drizzle
  readonly #delays: LoginDelays
  readonly #queue: PasswordQueue
  readonly #profile: Profile
  readonly #readLogin: ReturnType<typeof createLoginReader>

  constructor({ auth, db, delays, queue, profile }: UsersDeps) {
    this.#auth = auth
    this.#db = db
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
    if (login) return { id: login.id, user: toUser(this.#profile, login), cookies: [] }
    const answer = await this.#auth.api.getSession({ headers: fromNodeHeaders(headers), returnHeaders: true })
    const found = answer.response
    if (!found) return null
    if (isTooOld(found.session, Date.now())) {
      await this.#db.delete(schema.logins).where(eq(schema.logins.id, found.session.id))
      return null
    }
    return { id: found.session.id, user: await this.#user(found.user.id), cookies: answer.headers.getSetCookie() }
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

  async login(name: string, password: string, { address, device }: Origin): Promise<SignedIn> {
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
      await this.#delays.begin(guessers)
      const response = account.includes('@')
        ? await this.#auth.api.signInEmail({ body: { email: account, password }, asResponse: true })
        : await this.#auth.api.signInUsername({ body: { username: account, password }, asResponse: true })
      if (response.status >= 500) {
        // This says nothing about the password: the library could not check it.
        await this.#delays.takeBack(guessers)
        throw new Error('The login could not be checked')
      }
      if (!response.ok) throw new AppError('unauthenticated', 'wrong-login', 'Wrong user name or password')
      await this.#delays.succeeded(guessers)
      return this.#signedIn(response)
    })
  }

  async #idOf(account: string): Promise<string | null> {
    const { users } = schema
    const found = await this.#db
      .select({ id: users.id })
      .from(users)
      .where(eq(account.includes('@') ? users.email : users.username, account))
    return found[0]?.id ?? null
  }

  /** Signs in without counting guesses: the caller has just stored this password. */
  async enter(userId: string, password: string, address: string): Promise<SignedIn> {
    const { email } = (await this.#row(userId)).user
    return this.#queue.run(address, async () => {
      const response = await this.#auth.api.signInEmail({ body: { email, password }, asResponse: true })
      if (!response.ok) throw new Error('The new password could not be used')
      return this.#signedIn(response)
    })
  }

  async register(wanted: Registration, address: string): Promise<SignedIn> {
    await this.#refuseTaken(wanted)
    refuseWeakPassword(wanted.password, wanted, 'regPassword')
    return this.#queue.run(address, () => this.#create(wanted))
  }

  async #create(wanted: Registration): Promise<SignedIn> {
    const body = { email: wanted.email, password: wanted.password, name: wanted.username, username: wanted.username }
    const response = await this.#auth.api
      .signUpEmail({ body, asResponse: true })
      .catch(async (error: unknown) => this.#refuseDoubled(error, wanted))
    if (!response.ok) {
      const problem = (await response.json().catch(() => null)) as { code?: string; message?: string } | null
      // Another user registered the name between the check and the insert.
      refuseByCode(problem?.code)
      await this.#refuseTaken(wanted)
      throw response.status < 500
        ? invalid(problem?.message ?? 'Registration failed')
        : new Error(`registration failed: ${problem?.message ?? response.status}`)
    }
    const { id } = ((await response.clone().json()) as { user: { id: string } }).user
    await this.#makeFirstUserAdmin(id)
    return this.#signedIn(response)
  }

  async #refuseDoubled(error: unknown, wanted: Registration): Promise<never> {
    refuseByCode((error as { body?: { code?: string } }).body?.code)
    if (sqlState(error) === UNIQUE_VIOLATION) await this.#refuseTaken(wanted)
    throw error
  }

  async #refuseTaken({ username, email }: Registration): Promise<void> {
    const { users } = schema
    const found = await this.#db
      .select({ username: users.username })
      .from(users)
      .where(or(eq(users.username, username.toLowerCase()), eq(users.email, email.toLowerCase())))
    if (found.some((user) => user.username === username.toLowerCase())) {
      throw usernameTaken()
    }
    if (found.length > 0) throw emailTaken()
  }

  /** Whoever installs Tradeloom registers first, and becomes the administrator. */
  async #makeFirstUserAdmin(id: string): Promise<void> {
    await withAdministrators(this.#db, async (tx, ids) => {
      const { users } = schema
      if (ids.size === 0) await tx.update(users).set({ isAdmin: true }).where(eq(users.id, id))
    })
  }

  async #signedIn(response: Response): Promise<SignedIn> {
    const { user } = (await response.json()) as { user: { id: string } }
    const { users } = schema
    await this.#db.update(users).set({ lastLoginAt: new Date() }).where(eq(users.id, user.id))
    return { user: await this.#user(user.id), cookies: response.headers.getSetCookie() }
  }

  /** Ends the login and returns the cookies that clear it in the browser; without a login it does nothing. */
  async logout(headers: IncomingHttpHeaders): Promise<string[]> {
    const response = await this.#auth.api.signOut({ headers: fromNodeHeaders(headers), asResponse: true })
    return response.headers.getSetCookie()
  }
}

const usernameTaken = (): AppError => fieldConflict('regUsername', 'User name is already taken')
const emailTaken = (): AppError => fieldConflict('regEmail', 'Email address is already registered')

/** Maps the login library's conflicts to our status and text. */
function refuseByCode(code: string | undefined): void {
  if (code === 'USERNAME_IS_ALREADY_TAKEN') throw usernameTaken()
  if (code?.startsWith('USER_ALREADY_EXISTS') === true) throw emailTaken()
}

function fieldConflict(field: string, message: string): AppError {
  return new AppError('conflict', 'already-taken', message, { fields: { [field]: message } })
}
