import { z } from 'zod'
import { READ } from './api-terms.ts'
import { nothing } from './common.ts'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { exchangeConnection } from './exchange-keys.ts'
import { mustMatch } from './must-match.ts'
import { secondFactorAsked } from './second-factor.ts'
import { line, text } from './text.ts'

export const user = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  authenticated: z.literal(true),
  /** Compute units left this month. Null: no limit on this installation. */
  backtestUnits: z.number().nullable(),
  backtestTick: z.boolean(),
  liveTradingSessions: z.number(),
  /** How many days back a backtest may begin. Null: as far as the data. */
  historyDays: z.number().nullable(),
  /** Brokers whose instruments can be backtested. Null: all. */
  backtestBrokers: z.array(z.string()).nullable(),
  /** Id of the package. */
  subscriptionSku: z.number().int().min(0).max(3),
  /** Accounts at brokers. */
  accounts: z.array(z.object({ id: z.string(), connectionId: z.string() })),
})
export type User = z.infer<typeof user>

/** The answer to a login that may need a second factor. */
export const signedIn = z.union([user, secondFactorAsked])

export const login = endpoint({
  method: 'POST',
  path: '/login',
  auth: 'public',
  summary: 'Sign in with username or email; status 202 asks for a second factor',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    username: line.trim().min(1, 'Please enter your user name').max(254),
    password: text.min(1, 'Please enter your password').max(256),
  }),
  response: signedIn,
})

/** What every registration contains. */
export const registration = {
  regUsername: line
    .trim()
    .min(1, 'Please enter your user name')
    .min(3, 'User name must have at least 3 characters')
    .max(32, 'User name must have at most 32 characters')
    .regex(/^[A-Za-z0-9_.-]+$/, 'User name may contain letters, digits, dot, dash and underscore'),
  regEmail: emailAddress,
  /** For the first user of a server that others reach; see `bootstrap`. */
  setupToken: line.trim().max(64).optional(),
}

export const register = endpoint({
  method: 'POST',
  path: '/public-api/register',
  auth: 'public',
  summary: 'Create an account and sign in',
  params: nothing,
  query: nothing,
  body: z
    .strictObject({
      ...registration,
      regPassword: text
        .min(1, 'Please enter your password')
        .min(8, 'Password must have at least 8 characters')
        .max(256),
      regRepeatPassword: text.min(1, 'Please repeat your password').max(256),
      /** The key of an invitation. */
      invitation: line.max(64).optional(),
    })
    .refine((form) => form.regPassword === form.regRepeatPassword, mustMatch('regPassword', 'regRepeatPassword')),
  response: user,
})

export const logout = endpoint({
  method: 'GET',
  path: '/api/user/logout',
  auth: 'public',
  summary: 'Sign out; succeeds without a session too',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})

export const keepAlive = endpoint({
  method: 'GET',
  path: '/api/keep-alive',
  auth: 'user',
  summary: 'Extend the login, every 60 s while the page is open',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/user',
  auth: 'user',
  summary: 'The user who is signed in',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: user,
})

export const bootstrap = endpoint({
  method: 'GET',
  path: '/public-api/bootstrap',
  auth: 'public',
  summary: 'What the web app needs at start: the user and the features of this installation',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    user: user.nullable(),
    version: z.string(),
    /** Whether packages limit what users can do (`hosted`), or only the machine does. */
    profile: z.enum(['self-hosted', 'hosted']),
    /** `assigned`: by an administrator. `sold`: paid for. `none`: everything is included. */
    packages: z.enum(['assigned', 'sold', 'none']),
    /** False: the administrator passes mail on. */
    canSendMail: z.boolean(),
    registration: z.enum(['open', 'invited', 'closed']),
    /** Whether registering needs the token that the server has printed, as long as it has no administrator. */
    needsSetupToken: z.boolean(),
    /** Whether a backup can be restored instead, because there is no user yet. */
    canRestore: z.boolean(),
    /** Of the user to exchanges; empty for a visitor. */
    privateConnections: z.array(exchangeConnection),
    /** The site that passkeys work for; null where browsers offer none. */
    passkeyHost: z.string().nullable(),
    /** Whether password login is off. */
    passwordsAreOff: z.boolean(),
    /** What the server refuses to this user until two-factor login is on. */
    refusedWithoutFactors: z.enum(['nothing', 'administration', 'everything']),
    /** Issuers that users can sign in with. */
    networks: z.array(z.object({ network: z.string(), label: z.string() })),
  }),
})
