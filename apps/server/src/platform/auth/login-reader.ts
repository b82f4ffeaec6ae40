import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Drizzle, schema } from '@tradeloom/database'
import { eq, sql } from 'drizzle-orm'
import { SESSION } from './auth.ts'

const { logins, users } = schema

/** The login library's cookie format. */
export interface LoginCookie {
  readonly name: string
  readonly secret: string
}

export interface FoundLogin {
  readonly id: string
  readonly user: typeof users.$inferSelect
}

/**
 * Finds the login of a cookie with one query. Null if it is not clearly valid (unknown, expired, due for extension or
 * in another format); the login library then decides. Nothing is cached between requests, so a login that was ended on
 * any server is invalid everywhere.
 */
export function createLoginReader(db: Drizzle, now: () => number) {
  const query = db
    .select({ id: logins.id, expiresAt: logins.expiresAt, user: users })
    .from(logins)
    .innerJoin(users, eq(users.id, logins.userId))
    .where(eq(logins.token, sql.placeholder('token')))
    .prepare('login_of_token')
  return async (cookies: string, cookie: LoginCookie): Promise<FoundLogin | null> => {
    const token = signedToken(cookies, cookie)
    if (token === null) return null
    const [found] = await query.execute({ token })
    const rest = found ? found.expiresAt.getTime() - now() : 0
    // A login is extended after one hour of use.
    if (!found || rest <= (SESSION.expiresIn - SESSION.updateAge) * 1000) return null
    return found
  }
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
