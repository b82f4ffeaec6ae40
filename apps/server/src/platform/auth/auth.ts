import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { type Drizzle, newId, schema } from '@tradeloom/database'
import { withHashedTokens } from './hashed-tokens.ts'
import { sessionPlugin } from './session-plugin.ts'

export interface AuthOptions {
  readonly db: Drizzle
  /** Signs the cookies. */
  readonly secret: string
  readonly isSecure: boolean
}

const DAY = 86_400
const WEEK = 7 * DAY
const HOUR = 3600

/** How long a login is valid, and after how much of that it is extended, in seconds. */
export const SESSION = { expiresIn: WEEK, updateAge: HOUR }

/**
 * The library that keeps logins and their cookies. Its own HTTP paths are not served, and its own ways to sign in are
 * off: they know no second factor.
 */
export function createAuth(options: AuthOptions) {
  const database = drizzleAdapter(options.db, {
    provider: 'pg',
    schema: {
      user: schema.users,
      session: schema.logins,
      account: schema.credentials,
      verification: schema.verifications,
    },
  })
  return betterAuth({
    appName: 'Tradeloom',
    baseURL: 'http://localhost',
    secret: options.secret,
    database: (settings: BetterAuthOptions) => withHashedTokens(database(settings)),
    user: { additionalFields: { isAdmin: { type: 'boolean', input: false, defaultValue: false } } },
    plugins: [sessionPlugin()],
    session: { ...SESSION, additionalFields: { method: { type: 'string', input: false, defaultValue: 'password' } } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      // Over TLS, browsers refuse a cookie of this name from other hosts of the domain.
      cookiePrefix: options.isSecure ? '__Host-tradeloom' : 'tradeloom',
      useSecureCookies: false,
      // The server's own check of the Origin header covers every path, including these.
      disableOriginCheck: true,
      database: { generateId: () => newId() },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: options.isSecure },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
