import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { assertion, challenge, code, hasOneOf } from './second-factor.ts'
import { user } from './users.ts'

export const loginSecondFactor = endpoint({
  method: 'POST',
  path: '/login/second-factor',
  auth: 'public',
  summary: 'Finish a login that asked for a second factor',
  params: nothing,
  query: nothing,
  body: z
    .strictObject({
      challenge,
      code: code.optional(),
      assertion: assertion.optional(),
      /** Whether this browser need not show a second factor again within 30 days. */
      remember: z.boolean().default(false),
    })
    .refine(hasOneOf('code', 'assertion'), 'Please send a code or what a passkey has signed'),
  response: user,
})

export const beginPasskeyLogin = endpoint({
  method: 'POST',
  path: '/login/passkey/challenge',
  auth: 'public',
  summary: 'What a passkey has to sign to log in without a name',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ challenge }),
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: '/login/passkey',
  auth: 'public',
  summary: 'Sign in with a passkey, which says who the user is',
  params: nothing,
  query: nothing,
  body: z.strictObject({ challenge, assertion }),
  response: user,
})
