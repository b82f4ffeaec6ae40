import { hash, verify } from '@node-rs/argon2'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { username } from 'better-auth/plugins'
import { type Drizzle, newId, schema } from '@tradeloom/database'
import { withHashedTokens } from './hashed-tokens.ts'

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
 * The library that stores users, passwords and logins. Its own HTTP paths are not served; those of the specification
 * call it. Passwords are argon2id with the library's defaults (19 MiB, 2 passes).
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
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 8,
      maxPasswordLength: 256,
      password: {
        hash: (password) => hash(password),
        verify: ({ hash: hashed, password }) => verify(hashed, password),
      },
    },
    plugins: [
      username({
        minUsernameLength: 3,
        maxUsernameLength: 32,
        usernameValidator: (name) => /^[A-Za-z0-9_.-]+$/.test(name),
      }),
    ],
    session: SESSION,
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
