import { z } from 'zod'
import { line } from './text.ts'

/** What a user can answer with, besides a password. */
export const factor = z.enum(['code', 'backup-code', 'passkey'])

/** Names one attempt to log in, for five minutes; a passkey signs it. */
export const challenge = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This attempt to log in is not complete')

/** Of an authenticator, or a backup code; with or without spaces. */
export const code = line.trim().min(1, 'Please enter the code').max(64)

const base64url = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]+$/)
const signed = {
  id: base64url.max(2048),
  rawId: base64url.max(2048),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.looseObject({}),
}

/** What a browser returns when a passkey has signed a challenge (WebAuthn's AuthenticationResponseJSON). */
export const assertion = z.object({
  ...signed,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

/** What a browser returns when it has made a passkey (WebAuthn's RegistrationResponseJSON). */
export const newPasskey = z.object({
  ...signed,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(line.max(32)).max(10).optional(),
  }),
})

/** The password was right, and the account asks for more: status 202. */
export const secondFactorAsked = z.object({ challenge, methods: z.array(factor) })
export type SecondFactorAsked = z.infer<typeof secondFactorAsked>

/** Whether a body has exactly one of several parts. */
export function hasOneOf<Key extends string>(...keys: readonly Key[]) {
  return (body: { readonly [K in Key]?: unknown }): boolean =>
    keys.filter((key) => body[key] !== undefined).length === 1
}
