import { z } from 'zod'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { secondFactorAsked } from './second-factor.ts'
import { line } from './text.ts'
import { isoTime } from './time.ts'
import { registration, signedIn, user } from './users.ts'

const time = z.iso.datetime()

/** By what an issuer is called in addresses: `google`, `windows` or the name that an administrator gave it. */
export const network = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'This is not the name of an issuer')

/** A page of this site. Anything else becomes the start page. */
const returnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u)
  .catch('/')

export const startSignIn = endpoint({
  method: 'GET',
  path: '/oauth/:network/start',
  auth: 'public',
  summary: 'Go to the page of an issuer to sign in; it sends the browser back to the callback',
  params: z.strictObject({ network }),
  query: z.object({
    return: returnPath.default('/'),
    /** The key of an invitation, for registering. */
    invitation: line.max(64).optional(),
  }),
  body: nothing,
  response: nothing,
})

export const returnFromIssuer = endpoint({
  method: 'GET',
  path: '/oauth/:network/callback',
  auth: 'public',
  summary: 'Where an issuer sends the browser back; the page continues from there',
  params: z.strictObject({ network }),
  query: z.looseObject({}),
  body: nothing,
  response: nothing,
})

/** The first sign-in with this identity: its user chooses a name first. Status 202. */
export const nameAsked = z.object({
  register: z.object({
    /** Of the issuer. */
    label: z.string(),
    email: z.string(),
    username: z.string(),
  }),
})
export type NameAsked = z.infer<typeof nameAsked>

const entered = z.union([signedIn, nameAsked])

export const signInWithToken = endpoint({
  method: 'POST',
  path: '/oauth',
  auth: 'public',
  summary: 'Sign in with a token that an issuer has just given; 202 asks for a second factor or a user name',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    network,
    /**
     * An ID token with the nonce of the cookie that `bootstrap` sets, or an access token of Google, for a browser with that
     * cookie. Works once and within five minutes.
     */
    accessToken: line.min(1).max(16_384),
    /** When the client believes that it expires; the token itself says it. */
    expires: isoTime.optional(),
  }),
  response: entered,
})

export const enterWithIdentity = endpoint({
  method: 'POST',
  path: '/login/identity',
  auth: 'public',
  summary: 'Finish a sign-in whose issuer has sent the browser back; 202 asks for a second factor or a user name',
  params: nothing,
  query: nothing,
  body: nothing,
  response: entered,
})

export const registerWithIdentity = endpoint({
  method: 'POST',
  path: '/login/identity/register',
  auth: 'public',
  summary: 'Create an account for a user who has returned from an issuer, and sign in',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    regUsername: registration.regUsername,
    regEmail: registration.regEmail,
    setupToken: registration.setupToken,
  }),
  response: user,
})

/** What a user signs in with besides a password: a subject of an issuer. */
export const identity = z.object({
  id: uuid,
  network,
  label: z.string(),
  /** As the issuer last sent it; only for the user to recognize. */
  email: z.string().nullable(),
  linked: time,
  lastUsed: time.nullable(),
})
export type Identity = z.infer<typeof identity>

export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/identities',
  auth: 'user',
  summary: 'What the user signs in with besides a password',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ isWithoutPassword: z.boolean(), identities: z.array(identity) }),
})

export const beginIdentity = endpoint({
  method: 'POST',
  path: '/api/identities/begin',
  auth: 'user',
  recentLogin: 'to-weaken',
  showsOnce: true,
  summary: 'The page of an issuer on which a user who is signed in shows who they are; linking needs a recent login',
  params: nothing,
  query: nothing,
  body: z.strictObject({ network, purpose: z.enum(['link', 'confirm']), return: returnPath.default('/') }),
  response: z.object({ url: z.url() }),
})

export const linkIdentity = endpoint({
  method: 'POST',
  path: '/api/identities',
  auth: 'user',
  weakens: 'A way to sign in was connected',
  recentLogin: 'always',
  audit: { action: 'identity-linked', details: ['network'] },
  summary: 'Sign in with this issuer, too, from now on; needs a recent login',
  params: nothing,
  query: nothing,
  body: z.strictObject({ network }),
  response: identity,
})

export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/api/identities/:id',
  auth: 'user',
  weakens: 'A way to sign in was disconnected',
  recentLogin: 'always',
  audit: { action: 'identity-unlinked' },
  summary: 'Disconnect a sign-in; needs a recent login and another way to sign in',
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})

export const enterWithLink = endpoint({
  method: 'POST',
  path: '/login/link',
  auth: 'public',
  summary: 'Sign in with a link that the operator made, once; 202 asks for a second factor',
  params: nothing,
  query: nothing,
  body: z.strictObject({ key: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not complete') }),
  response: z.union([user, secondFactorAsked]),
})
