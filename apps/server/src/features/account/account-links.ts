import type { LinkPurpose } from '@tradeloom/contracts'
import {
  type AccountLink,
  accountLinkAddress,
  addAccountLink,
  addressesOf,
  cancelPasswordResets,
  type Drizzle,
  FACTORS_VALID_MS,
  FACTORS_WAIT_MS,
  factorsLinkMails,
  findAccountLink,
  recordAudit,
  schema,
  sqlState,
  type Transaction,
  UNIQUE_VIOLATION,
  useAccountLink,
} from '@tradeloom/database'
import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { forgetDevices } from '../../platform/auth/factors-of.ts'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { endLogins } from '../../platform/auth/passwords.ts'
import { isAddressTaken } from '../../platform/auth/is-address-taken.ts'
import { removeFactors } from '../../platform/auth/remove-factors.ts'
import type { Profile } from '../../platform/auth/rights.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { OutboxFeature } from '../outbox/outbox.feature.ts'
import { factorsRemovedMail, newAddressMail, oldAddressMail, verificationMail } from './account-mails.ts'

const { accountLinks, users } = schema

const DAY_MS = 24 * 60 * 60_000
const UNDO_MS = 7 * DAY_MS
/** For one account; more mail would only be a nuisance. */
const LINKS_AN_HOUR = 3

export interface AccountLinksDeps {
  readonly db: Drizzle
  readonly now: () => number
  /** Of the server, for the links. */
  readonly url: string
  readonly profile: Profile
  readonly postIn: OutboxFeature['postIn']
}

/** What a link has done. */
export interface Opened {
  readonly purpose: LinkPurpose
  readonly email: string | null
  readonly userId: string
  /** Logins that ended. */
  readonly ended: readonly string[]
}

/** Links about an account: they confirm an address, change it, undo that, or remove second factors that are lost. */
export class AccountLinks {
  readonly #deps: AccountLinksDeps

  constructor(deps: AccountLinksDeps) {
    this.#deps = deps
  }

  /** The address of a user, and the one that will count once its link is opened. */
  async emailOf(userId: string): Promise<{ address: string; verified: string | null; pending: string | null }> {
    const { db } = this.#deps
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    if (!user) throw notFound('User')
    const [link] = await db
      .select({ email: accountLinks.email })
      .from(accountLinks)
      .where(this.#open(userId, 'change-email'))
      .limit(1)
    return {
      address: user.email,
      verified: user.emailVerifiedAt?.toISOString() ?? null,
      pending: link?.email ?? null,
    }
  }

  async sendVerification(userId: string): Promise<void> {
    const { db, postIn } = this.#deps
    await db.transaction(async (tx) => {
      const user = await lockedUser(tx, userId)
      if (user.emailVerifiedAt !== null) throw invalid('This address is confirmed already')
      await this.#limit(tx, userId, 'verify-email')
      const link = await this.#add(tx, { userId, purpose: 'verify-email', email: user.email, validMs: DAY_MS })
      await postIn(tx, verificationMail(nameOf(user), link))
    })
  }

  /** Mails both addresses. The new one counts once its link is opened. */
  async changeEmail(userId: string, wanted: string): Promise<void> {
    const { db, postIn } = this.#deps
    const email = wanted.toLowerCase()
    await db.transaction(async (tx) => {
      const user = await lockedUser(tx, userId)
      if (user.email === email) throw invalid('This is your address already', 'email')
      if (await isAddressTaken(tx, email, this.#deps.now(), userId)) throw taken()
      await this.#limit(tx, userId, 'change-email')
      await this.#cancel(tx, userId, ['change-email'])
      const link = await this.#add(tx, { userId, purpose: 'change-email', email, validMs: DAY_MS })
      // Seven days from the day on which the change may happen at the latest.
      const undo = { userId, purpose: 'undo-email', email: user.email, validMs: UNDO_MS + DAY_MS } as const
      const undoLink = await this.#add(tx, undo)
      await postIn(tx, newAddressMail({ ...nameOf(user), email }, link))
      await postIn(tx, oldAddressMail(nameOf(user), email, undoLink))
    })
  }

  /** For a user who has lost everything. Where strangers register it waits a day, so that the user can object. */
  async makeFactorsLink(userId: string): Promise<{ link: string; usable: Date; expires: Date }> {
    const { db, now, url, profile, postIn } = this.#deps
    return db.transaction(async (tx) => {
      const user = await lockedUser(tx, userId)
      const usableInMs = profile === 'hosted' ? FACTORS_WAIT_MS : 0
      const times = { now: now(), usableInMs, validMs: FACTORS_VALID_MS }
      const made = await addAccountLink(tx, { userId, purpose: 'remove-factors', email: null, ...times })
      const to = { id: userId, username: user.displayUsername }
      for (const mail of await factorsLinkMails(tx, to, made.usable, now())) await postIn(tx, mail)
      const link = accountLinkAddress(url, 'remove-factors', made.key)
      return { link, usable: made.usable, expires: made.expires }
    })
  }

  /** Does what the link is for. Throws if it was used, has expired or is not usable yet. */
  async open(key: string, address: string): Promise<Opened> {
    const { db, now } = this.#deps
    return db.transaction(async (tx) => {
      const found = await findAccountLink(tx, key, now())
      // A link to log in is opened by a call of its own.
      if (!found || found.purpose === 'login') throw expired()
      const user = await lockedUser(tx, found.userId)
      if (found.usableAt.getTime() > now()) throw tooEarly(found.usableAt)
      if (!(await useAccountLink(tx, found, now()))) throw expired()
      const ended = await this.#act(tx, found, user)
      const line = { actor: null, via: 'web', action: ACTIONS[found.purpose], object: user.id, address } as const
      await recordAudit(tx, { ...line, detail: found.email === null ? {} : { email: found.email } }, now)
      return { purpose: found.purpose, email: found.email, userId: user.id, ended }
    })
  }

  /** Uses a link up with which the operator lets somebody in; returns who that is. */
  async useLoginLink(key: string): Promise<string> {
    const { db, now } = this.#deps
    const found = await findAccountLink(db, key, now())
    if (found?.purpose !== 'login' || !(await useAccountLink(db, found, now()))) throw expired()
    return found.userId
  }

  /** Returns the logins that ended. */
  async #act(tx: Transaction, link: AccountLink, user: UserRow): Promise<string[]> {
    const { now, postIn } = this.#deps
    const { purpose, email } = link
    if (purpose === 'remove-factors') {
      await removeFactors(tx, user.id)
      const username = user.displayUsername
      for (const email of await addressesOf(tx, user.id, now()))
        await postIn(tx, factorsRemovedMail({ username, email }))
      return endLogins(tx, user.id, null)
    }
    // A link for an address that has been replaced since.
    if (email === null || (purpose === 'verify-email' && user.email !== email)) throw expired()
    const isUndo = purpose === 'undo-email'
    if (isUndo) await this.#cancelSince(tx, link)
    await tx
      .update(users)
      .set({ email, emailVerified: true, emailVerifiedAt: new Date(now()) })
      .where(eq(users.id, user.id))
      .catch(asTaken)
    if (purpose === 'verify-email') return []
    // A link for a new password was mailed to the address that does not count any more.
    await cancelPasswordResets(tx, user.id, now())
    await this.#cancel(tx, user.id, ['verify-email'])
    if (!isUndo) return []
    await forgetDevices(tx, user.id)
    return endLogins(tx, user.id, null)
  }

  async #add(
    tx: Transaction,
    link: Pick<AccountLink, 'userId' | 'purpose' | 'email'> & { readonly validMs: number },
  ): Promise<string> {
    const { now, url } = this.#deps
    const { key } = await addAccountLink(tx, { ...link, now: now(), usableInMs: 0 })
    return accountLinkAddress(url, link.purpose, key)
  }

  async #limit(tx: Transaction, userId: string, purpose: LinkPurpose): Promise<void> {
    const hourAgo = new Date(this.#deps.now() - DAY_MS / 24)
    const isRecent = and(
      eq(accountLinks.userId, userId),
      eq(accountLinks.purpose, purpose),
      gt(accountLinks.createdAt, hourAgo),
    )
    if ((await tx.$count(accountLinks, isRecent)) < LINKS_AN_HOUR) return
    throw new AppError('limit', 'too-many-mails', 'Too many mails. Please try again in an hour', { retryAfter: 3600 })
  }

  /** Whoever undoes a change takes back everything about addresses that came with it and after it. */
  async #cancelSince(tx: Transaction, { userId, createdAt, keyHash }: AccountLink): Promise<void> {
    await this.#cancel(tx, userId, ['change-email'])
    const isLater = and(this.#open(userId, 'undo-email'), gt(accountLinks.createdAt, createdAt))
    await tx
      .update(accountLinks)
      .set({ usedAt: new Date(this.#deps.now()) })
      .where(and(isLater, ne(accountLinks.keyHash, keyHash)))
  }

  async #cancel(tx: Transaction, userId: string, purposes: LinkPurpose[]): Promise<void> {
    await tx
      .update(accountLinks)
      .set({ usedAt: new Date(this.#deps.now()) })
      .where(and(eq(accountLinks.userId, userId), inArray(accountLinks.purpose, purposes), isNull(accountLinks.usedAt)))
  }

  #open(userId: string, purpose: LinkPurpose) {
    return and(
      eq(accountLinks.userId, userId),
      eq(accountLinks.purpose, purpose),
      isNull(accountLinks.usedAt),
      gt(accountLinks.expiresAt, new Date(this.#deps.now())),
    )
  }
}

type UserRow = typeof users.$inferSelect

const ACTIONS: Record<LinkPurpose, string> = {
  'verify-email': 'email-verified',
  'change-email': 'email-changed',
  'undo-email': 'email-change-undone',
  'remove-factors': 'factors-removed',
  login: 'login',
}

function nameOf({ displayUsername, email }: UserRow): { readonly username: string; readonly email: string } {
  return { username: displayUsername, email }
}

async function lockedUser(tx: Transaction, userId: string): Promise<UserRow> {
  await lockUser(tx, userId)
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user) throw notFound('User')
  return user
}

function expired(): AppError {
  return new AppError('invalid-input', 'link-expired', 'This link has expired or was used already')
}

function tooEarly(usable: Date): AppError {
  const time = usable.toISOString().slice(0, 16).replace('T', ' ')
  return new AppError('conflict', 'link-too-early', `This link can be used from ${time} UTC`)
}

function taken(): AppError {
  const message = 'Email address is already registered'
  return new AppError('conflict', 'already-taken', message, { fields: { email: message } })
}

/** Somebody else has registered the address since. */
function asTaken(error: unknown): never {
  if (sqlState(error) === UNIQUE_VIOLATION) throw taken()
  throw error
}
