import type { AdminUser } from '@tradeloom/contracts'
import {
  addPasswordReset,
  countPeople,
  findPeople,
  type Person,
  resetLink,
  schema,
  setAdministrator,
} from '@tradeloom/database'
import { and, eq, or, sql } from 'drizzle-orm'
import { endLogins } from '../../platform/auth/passwords.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { publishRights } from '../packages/publish-rights.ts'

const { packageGrants, packages, users } = schema

interface Query {
  readonly search?: string | undefined
  readonly limit: number
  readonly offset: number
}

interface Changes {
  readonly packageId?: number | undefined
  /** When the package ends, in ISO form; null or absent for good. */
  readonly until?: string | null | undefined
  readonly reason?: string | undefined
  readonly isAdmin?: boolean | undefined
}

type Deps = Pick<Platform, 'db' | 'bus' | 'now' | 'url' | 'users'>

export class AdminUsersService {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async list({ search, limit, offset }: Query): Promise<{ total: number; users: AdminUser[] }> {
    const { db, now } = this.#deps
    const part = search?.toLowerCase() ?? ''
    const where = part === '' ? undefined : or(contains(users.username, part), contains(users.email, part))
    const [total, found] = await Promise.all([
      countPeople(db, where),
      findPeople(db, { where, limit, offset, now: now() }),
    ])
    return { total, users: found.map(viewPerson) }
  }

  async one(id: string): Promise<AdminUser> {
    return viewPerson(await this.#person(id))
  }

  /** `by` is the administrator. */
  async update(id: string, { isAdmin, ...grant }: Changes, by: string): Promise<AdminUser> {
    const { db } = this.#deps
    const { packageId } = grant
    await this.#person(id)
    if (packageId !== undefined) await this.#checkPackage(packageId)
    if (isAdmin !== undefined && !(await setAdministrator(db, id, isAdmin))) {
      const message = 'This is the last administrator. Make another user an administrator first'
      throw new AppError('conflict', 'last-admin', message)
    }
    if (packageId !== undefined) await this.#grant(id, { ...grant, packageId }, by)
    await publishRights(this.#deps, id)
    return viewPerson(await this.#person(id))
  }

  async resetPassword(id: string): Promise<{ link: string; expires: string }> {
    const { db, now, url } = this.#deps
    await this.#person(id)
    const { key, expires } = await addPasswordReset(db, id, now())
    return { link: resetLink(url, key), expires: expires.toISOString() }
  }

  /** Returns how many logins ended. */
  async signOut(id: string): Promise<number> {
    const { db, bus } = this.#deps
    await this.#person(id)
    const ended = await endLogins(db, id, null)
    for (const login of ended) bus.publish(`login.ended.${login}`, null)
    return ended.length
  }

  /** The free package is what everybody has: to assign it takes back what was assigned. */
  async #grant(userId: string, { packageId, until, reason }: Changes & { packageId: number }, by: string) {
    const { db, now } = this.#deps
    if (packageId === 0) {
      await db.delete(packageGrants).where(eq(packageGrants.userId, userId))
      return
    }
    const terms = { packageId, until: until ? new Date(until) : null, reason: reason || null, by }
    const grant = { ...terms, createdAt: new Date(now()) }
    await db
      .insert(packageGrants)
      .values({ userId, ...grant })
      .onConflictDoUpdate({ target: packageGrants.userId, set: grant })
  }

  /** The operator may have removed one. */
  async #checkPackage(packageId: number): Promise<void> {
    const { db } = this.#deps
    if ((await db.$count(packages, and(eq(packages.id, packageId), eq(packages.active, true)))) === 0) {
      throw invalid('There is no such package', 'packageId')
    }
  }

  async #person(id: string): Promise<Person> {
    const { db, now } = this.#deps
    const [person] = await findPeople(db, { where: eq(users.id, id), now: now() })
    if (!person) throw notFound('User')
    return person
  }
}

/** Not with LIKE, in which underscores of names are wildcards. */
function contains(column: typeof users.username | typeof users.email, part: string) {
  return sql`strpos(${column}, ${part}) > 0`
}

function viewPerson({ createdAt, lastLoginAt, ...rest }: Person): AdminUser {
  return { ...rest, created: createdAt.toISOString(), lastLogin: lastLoginAt?.toISOString() ?? null }
}
