import { z } from 'zod'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { assertion, challenge, code, factor, hasOneOf, newPasskey } from './second-factor.ts'
import { label, text } from './text.ts'

const done = z.object({ ok: z.literal(true) })
const time = z.iso.datetime()

/** A passkey as its user sees it. */
export const passkey = z.object({
  id: uuid,
  name: z.string(),
  /** The site that it works for. */
  host: z.string(),
  created: time,
  lastUsed: time.nullable(),
})
export type Passkey = z.infer<typeof passkey>

const passkeyName = label.min(1, 'Please enter a name').max(60, 'A name has at most 60 characters')

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/security',
  auth: 'user',
  summary: 'How the account is protected',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    email: z.object({
      address: z.string(),
      verified: time.nullable(),
      /** The address that will count once its link is opened. */
      pending: z.string().nullable(),
    }),
    twoFactor: z.object({ enabled: time.nullable(), backupCodesLeft: z.number().int() }),
    passkeys: z.array(passkey),
    /** The site that new passkeys work for; null where browsers offer none. */
    passkeyHost: z.string().nullable(),
  }),
})

export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/api/two-factor/setup',
  auth: 'user',
  recentLogin: 'always',
  showsOnce: true,
  summary: 'A new secret for an authenticator, which counts once it has shown a valid code; needs a recent login',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ secret: z.string(), uri: z.string() }),
})

const backupCodes = z.object({ backupCodes: z.array(z.string()) })

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/two-factor',
  auth: 'user',
  recentLogin: 'always',
  showsOnce: true,
  audit: { action: 'two-factor-enabled' },
  summary: 'Ask for a code at every login from now on; answers with backup codes, once; needs a recent login',
  params: nothing,
  query: nothing,
  body: z.strictObject({ code }),
  response: backupCodes,
})

export const disableTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/two-factor',
  auth: 'user',
  weakens: 'Two-factor login was turned off',
  recentLogin: 'always',
  audit: { action: 'two-factor-disabled' },
  summary: 'Turn two-factor login off; needs a recent login',
  params: nothing,
  query: nothing,
  body: nothing,
  response: done,
})

export const renewBackupCodes = endpoint({
  method: 'POST',
  path: '/api/two-factor/backup-codes',
  auth: 'user',
  weakens: 'The backup codes were replaced',
  recentLogin: 'always',
  showsOnce: true,
  audit: { action: 'backup-codes-made' },
  summary: 'Replace all backup codes; needs a recent login',
  params: nothing,
  query: nothing,
  body: nothing,
  response: backupCodes,
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/options',
  auth: 'user',
  recentLogin: 'always',
  showsOnce: true,
  summary: 'What a browser needs to make a passkey; needs a recent login',
  params: nothing,
  query: nothing,
  body: nothing,
  /** WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
  response: z.looseObject({ challenge }),
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  auth: 'user',
  weakens: 'A passkey was added',
  recentLogin: 'always',
  audit: { action: 'passkey-added', details: ['name'] },
  summary: 'Log in with this passkey from now on; needs a recent login',
  params: nothing,
  query: nothing,
  body: z.strictObject({ challenge, name: passkeyName, passkey: newPasskey }),
  response: passkey,
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/passkeys/:id',
  auth: 'user',
  summary: 'Rename a passkey',
  audit: { action: 'passkey-renamed', details: ['name'] },
  params: byId,
  query: nothing,
  body: z.strictObject({ name: passkeyName }),
  response: passkey,
})

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/:id',
  auth: 'user',
  weakens: 'A passkey was removed',
  recentLogin: 'always',
  audit: { action: 'passkey-removed' },
  summary: 'Remove a passkey; needs a recent login',
  params: byId,
  query: nothing,
  body: nothing,
  response: done,
})

/** Refused while it is the only way in. */
export const removePassword = endpoint({
  method: 'DELETE',
  path: '/api/password',
  auth: 'user',
  recentLogin: 'always',
  weakens: 'The password was removed',
  audit: { action: 'password-removed' },
  summary: 'Remove the password and log in with a passkey or another sign-in; needs a recent login',
  params: nothing,
  query: nothing,
  body: nothing,
  response: done,
})

/** One browser in which the user is signed in. */
export const ownLogin = z.object({
  id: uuid,
  browser: z.string(),
  address: z.string(),
  since: time,
  /** To within minutes. */
  lastUsed: time,
  method: z.string(),
  /** Whether it is the login of this request. */
  isThis: z.boolean(),
})
export type OwnLogin = z.infer<typeof ownLogin>

export const listLogins = endpoint({
  method: 'GET',
  path: '/api/logins',
  auth: 'user',
  summary: 'Where the user is signed in, last used first',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(ownLogin),
})

export const endLogin = endpoint({
  method: 'DELETE',
  path: '/api/logins/:id',
  auth: 'user',
  audit: { action: 'login-ended' },
  summary: 'Sign one browser out',
  params: byId,
  query: nothing,
  body: nothing,
  response: done,
})

export const endOtherLogins = endpoint({
  method: 'POST',
  path: '/api/logins/end-others',
  auth: 'user',
  audit: { action: 'other-logins-ended' },
  summary: 'Sign out everywhere else',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ ended: z.number().int() }),
})

export const getConfirmation = endpoint({
  method: 'GET',
  path: '/api/confirm-login',
  auth: 'user',
  summary: 'With what the user can show again who they are',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ methods: z.array(z.enum(['password', ...factor.options, 'identity'])) }),
})

export const beginConfirmation = endpoint({
  method: 'POST',
  path: '/api/confirm-login/challenge',
  auth: 'user',
  showsOnce: true,
  summary: 'What a passkey has to sign to show again who the user is',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ challenge }),
})

export const confirmLogin = endpoint({
  method: 'POST',
  path: '/api/confirm-login',
  auth: 'user',
  audit: { action: 'login-confirmed' },
  summary: 'Show again who is signed in, with any factor: what needs a recent login is possible for ten minutes',
  params: nothing,
  query: nothing,
  body: z
    .strictObject({
      password: text.min(1, 'Please enter your password').max(256).optional(),
      code: code.optional(),
      assertion: assertion.optional(),
      /** Who has just come back from an issuer. */
      identity: z.literal(true).optional(),
      /** What the assertion answers. */
      challenge: challenge.optional(),
    })
    .refine(hasOneOf('password', 'code', 'assertion', 'identity'), 'Please send one answer')
    .refine((body) => (body.assertion === undefined) === (body.challenge === undefined), 'The challenge is missing'),
  response: done,
})
