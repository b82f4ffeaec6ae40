import type { Identity, NameAsked, SecondFactorAsked } from '@tradeloom/contracts'
import { type Drizzle, newId, schema, sqlState, type Transaction, UNIQUE_VIOLATION } from '@tradeloom/database'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { isAddressTaken } from '../../platform/auth/is-address-taken.ts'
import { lockUser } from '../../platform/auth/lock-user.ts'
import type { LoginOpener, SignedIn } from '../../platform/auth/login-opener.ts'
import type { LoginRequest } from '../../platform/auth/login-request.ts'
import { requireOtherCredential, type WaysIn } from '../../platform/auth/other-credentials.ts'
import { isRecent } from '../../platform/auth/recent-login.ts'
import type { Registration as Entrances } from '../../platform/auth/registration.ts'
import type { NewName, UsersService } from '../../platform/auth/users.service.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Shown } from './issuer-clients.ts'
import type { IssuerList } from './issuer-list.ts'

const { credentials, identities } = schema

type Row = typeof identities.$inferSelect

/** More than anybody has. */
const MAX_IDENTITIES = 20

export interface IdentitiesDeps {
  readonly db: Drizzle
  readonly list: IssuerList
  readonly opener: LoginOpener
  readonly users: UsersService
  readonly registration: Entrances
  readonly now: () => number
  readonly waysIn: () => Promise<WaysIn>
}

/** Subjects of issuers, and the users they are. */
export class IdentitiesService {
  readonly #deps: IdentitiesDeps

  constructor(deps: IdentitiesDeps) {
    this.#deps = deps
  }

  /** What somebody unknown states before there is an account; null for a user. */
  async nameAsked({ email, isVerified, label, name, ...subject }: Shown): Promise<NameAsked | null> {
    const { db, now } = this.#deps
    if ((await db.$count(identities, isSubject(subject))) > 0) return null
    // Only who owns an address learns that it has an account: others would learn more than registration tells.
    if (isVerified && (await isAddressTaken(db, (email ?? '').toLowerCase(), now()))) throw addressTaken(label)
    return { register: { label, email: email ?? '', username: suggestedName(name) } }
  }

  /** Opens the login of who has been shown. */
  async enter(shown: Shown, request: LoginRequest): Promise<SignedIn | SecondFactorAsked> {
    const { db, opener, now } = this.#deps
    const [known] = await db
      .update(identities)
      .set({ usedAt: new Date(now()), email: shown.email })
      .where(isSubject(shown))
      .returning({ userId: identities.userId })
    if (!known) throw notFound('Connected sign-in')
    // Who has shown a second factor there is not asked for one here; who only had a session there is not recently shown.
    const { hasSecondFactor, shownAt } = shown
    if (hasSecondFactor) return opener.openLogin(known.userId, 'identity+issuer', request, { at: shownAt })
    return opener.openLogin(known.userId, 'identity', request, { at: shownAt })
  }

  /** Creates the account of somebody unknown. */
  async register(
    shown: Shown,
    wanted: { readonly regUsername: string; readonly regEmail: string; readonly setupToken?: string | undefined },
    invitation: string | undefined,
    request: LoginRequest,
  ): Promise<SignedIn> {
    const { users, registration } = this.#deps
    const isVerified = shown.isVerified && shown.email?.toLowerCase() === wanted.regEmail.toLowerCase()
    const name: NewName = { username: wanted.regUsername, email: wanted.regEmail, isVerified }
    const store = async (tx: Transaction, userId: string): Promise<void> => {
      await this.#store(tx, userId, shown)
    }
    return registration.admit({ setupToken: wanted.setupToken, invitation }, () =>
      users.registerWith(name, store, request).catch((error: unknown) => {
        throw isTakenAddress(error) ? addressTaken(shown.label, 'regEmail') : error
      }),
    )
  }

  async list(userId: string): Promise<{ isWithoutPassword: boolean; identities: Identity[] }> {
    const { db, list } = this.#deps
    const rows = await db
      .select()
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(asc(identities.linkedAt), asc(identities.id))
    const labels = new Map((await list.all()).map(({ network, label }) => [network, label]))
    const hasPassword = and(eq(credentials.userId, userId), isNotNull(credentials.password))
    return {
      isWithoutPassword: (await db.$count(credentials, hasPassword)) === 0,
      identities: rows.map((row) => viewIdentity(row, labels.get(row.network) ?? row.network)),
    }
  }

  /** Networks in which a user can show again who they are. */
  async networksOf(userId: string): Promise<string[]> {
    const { identities: own } = await this.list(userId)
    const offered = new Set((await this.#deps.list.all()).map(({ network }) => network))
    return [...new Set(own.map(({ network }) => network))].filter((network) => offered.has(network))
  }

  async link(userId: string, shown: Shown): Promise<Identity> {
    const { db } = this.#deps
    const row = await db.transaction(async (tx) => {
      await lockUser(tx, userId)
      if ((await tx.$count(identities, eq(identities.userId, userId))) >= MAX_IDENTITIES) {
        throw new AppError(
          'limit',
          'too-many-identities',
          `An account has at most ${MAX_IDENTITIES} connected sign-ins`,
        )
      }
      return this.#store(tx, userId, shown)
    })
    return viewIdentity(row, shown.label)
  }

  async unlink(id: string, userId: string): Promise<void> {
    const ways = await this.#deps.waysIn()
    await this.#deps.db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const isOwn = and(eq(identities.id, id), eq(identities.userId, userId))
      if ((await tx.$count(identities, isOwn)) === 0) throw notFound('Connected sign-in')
      await requireOtherCredential(tx, userId, id, ways)
      await tx.delete(identities).where(isOwn)
    })
  }

  /** Throws unless who has been shown is this user, and was asked there who they are. Returns when. */
  async confirm(userId: string, shown: Shown): Promise<number> {
    const { db, now } = this.#deps
    const { label, shownAt } = shown
    const isOwn = and(eq(identities.userId, userId), isSubject(shown))
    if ((await db.$count(identities, isOwn)) === 0) {
      throw new AppError('invalid-input', 'other-identity', `This is another account at ${label}`)
    }
    const at = Math.min(shownAt ?? Infinity, now())
    if (isRecent(at, now())) return at
    const message = `${label} did not ask you to log in. Please log out there and try again.`
    throw new AppError('invalid-input', 'identity-not-recent', message)
  }

  async #store(tx: Transaction, userId: string, { network, issuer, subject, email, label }: Shown): Promise<Row> {
    const linkedAt = new Date(this.#deps.now())
    const [row] = await tx
      .insert(identities)
      .values({ id: newId(), userId, network, issuer, subject, email, linkedAt })
      .returning()
      .catch((error: unknown) => {
        if (sqlState(error) !== UNIQUE_VIOLATION) throw error
        const message = `This account at ${label} belongs to an account here already`
        throw new AppError('conflict', 'identity-taken', message)
      })
    return row!
  }
}

function isSubject({ issuer, subject }: Pick<Shown, 'issuer' | 'subject'>) {
  return and(eq(identities.issuer, issuer), eq(identities.subject, subject))
}

function viewIdentity({ id, network, email, linkedAt, usedAt }: Row, label: string): Identity {
  return { id, network, label, email, linked: linkedAt.toISOString(), lastUsed: usedAt?.toISOString() ?? null }
}

function isTakenAddress(error: unknown): boolean {
  return error instanceof AppError && error.code === 'already-taken' && error.fields?.['regEmail'] !== undefined
}

function addressTaken(label: string, field?: string): AppError {
  const message = `This address belongs to an account. Log in with your password, then connect ${label} under Security.`
  return new AppError('conflict', 'address-taken', message, field === undefined ? {} : { fields: { [field]: message } })
}

/** What a user name may contain, from what the issuer calls the user. */
function suggestedName(name: string): string {
  const allowed = (name.split('@')[0] ?? '').replaceAll(/[^A-Za-z0-9_.-]+/g, '').slice(0, 32)
  return allowed.length < 3 ? '' : allowed
}
