import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Drizzle, monthOf, packageOfUser, schema } from '@tradeloom/database'
import { and, eq, sql } from 'drizzle-orm'
import { accountsOfUser } from './accounts-of-user.ts'
import { SESSION } from './auth.ts'
import { tokenHash } from './hashed-tokens.ts'
import type { UserRow } from './rights.ts'

const { logins, packages, unitUsage, users } = schema

const MAX_AGE_MS = 30 * 24 * 60 * 60_000

/** The login library's cookie format. */
export interface LoginCookie {
  readonly name: string
  readonly secret: string
}

export interface FoundLogin extends UserRow {
  readonly id: string
  readonly verifiedAt: Date
  readonly method: string
  readonly usedAt: Date
}

/**
 * Finds the login of a cookie with one query. Null if it is not clearly valid (unknown, expired, due for extension or
 * in another format); the login library then decides. Nothing is cached between requests, so a login that was ended on
 * any server is invalid everywhere.
 */
export function createLoginReader(db: Drizzle, now: () => number) {
  const query = db
    .select({
      id: logins.id,
      createdAt: logins.createdAt,
      expiresAt: logins.expiresAt,
      verifiedAt: logins.verifiedAt,
      method: logins.method,
      usedAt: logins.usedAt,
      user: users,
      package: packages,
      usage: unitUsage,
      accounts: accountsOfUser,
    })
    .from(logins)
    .innerJoin(users, eq(users.id, logins.userId))
    .innerJoin(packages, eq(packages.id, packageOfUser(sql.placeholder('now'))))
    .leftJoin(unitUsage, and(eq(unitUsage.userId, users.id), eq(unitUsage.month, sql.placeholder('month'))))
    .where(eq(logins.token, sql.placeholder('token')))
    .prepare('login_of_token')
  return async (cookies: string, cookie: LoginCookie): Promise<FoundLogin | null> => {
    const token = signedToken(cookies, cookie)
    if (token === null) return null
    const at = now()
    const [found] = await query.execute({ token: tokenHash(token), month: monthOf(at), now: new Date(at) })
    const rest = found ? found.expiresAt.getTime() - now() : 0
    // A login is extended after one hour of use.
    if (!found || rest <= (SESSION.expiresIn - SESSION.updateAge) * 1000 || isTooOld(found, now())) return null
    return found
  }
}

/** However much a login is used, it ends after a month. */
export function isTooOld({ createdAt }: { readonly createdAt: Date }, now: number): boolean {
  return now - createdAt.getTime() > MAX_AGE_MS
}

/** The token in a Cookie header if its signature is valid. */
function signedToken(cookies: string, { name, secret }: LoginCookie): string | null {
  const found = cookies
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(`${name}=`))
  if (found.length !== 1) return null
  const value = decoded((found[0] as string).slice(name.length + 1))
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const right = createHmac('sha256', secret).update(token).digest()
  return given.length === right.length && timingSafeEqual(given, right) ? token : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
