import { hkdfSync, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { z } from 'zod'

const COOKIE = 'tradeloom.sign-in'
const VALID_S = 600

const purpose = z.enum(['login', 'link', 'confirm'])
export type SignInPurpose = z.infer<typeof purpose>

const common = {
  purpose,
  /** Who began, if somebody was signed in. */
  userId: z.string().nullable(),
  /** Of an invitation to register. */
  invitation: z.string().nullable(),
}

const signIn = z.discriminatedUnion('step', [
  z.object({
    ...common,
    step: z.literal('asked'),
    network: z.string(),
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    returnTo: z.string(),
  }),
  z.object({
    ...common,
    step: z.literal('shown'),
    shown: z.object({
      network: z.string(),
      label: z.string(),
      issuer: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      isVerified: z.boolean(),
      name: z.string(),
      hasSecondFactor: z.boolean(),
      shownAt: z.number().nullable(),
    }),
  }),
  z.object({ ...common, step: z.literal('failed'), code: z.string(), message: z.string() }),
])
export type SignIn = z.infer<typeof signIn>
export type SignInOf<Step extends SignIn['step']> = Extract<SignIn, { readonly step: Step }>

/** A sign-in on its way through an issuer: sealed, in the browser that began it, for ten minutes. */
export class SignInCookie {
  readonly #key: Uint8Array
  readonly #isSecure: boolean

  /** `secret`: of the installation. */
  constructor(secret: string, isSecure: boolean) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', 'tradeloom sign-ins', 32))
    this.#isSecure = isSecure
  }

  async write(reply: FastifyReply, value: SignIn): Promise<void> {
    const sealed = await new EncryptJWT({ ...value })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setJti(randomUUID())
      .setExpirationTime(`${VALID_S} s`)
      .encrypt(this.#key)
    reply.setCookie(COOKIE, sealed, { ...this.#options(), maxAge: VALID_S })
  }

  /** Null without one that is valid. `id` tells it from all others. */
  async read({ cookies }: FastifyRequest): Promise<{ value: SignIn; id: string; expires: Date } | null> {
    const sealed = cookies[COOKIE]
    if (sealed === undefined) return null
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
    const opened = await jwtDecrypt(sealed, this.#key, { ...options, requiredClaims: ['exp', 'jti'] }).catch(() => null)
    const value = signIn.safeParse(opened?.payload)
    if (!opened || !value.success) return null
    const { jti = '', exp = 0 } = opened.payload
    return { value: value.data, id: jti, expires: new Date(exp * 1000) }
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(COOKIE, this.#options())
  }

  #options() {
    return { httpOnly: true, sameSite: 'lax', secure: this.#isSecure, path: '/' } as const
  }
}
