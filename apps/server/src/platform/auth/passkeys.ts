import { type Drizzle, newId, schema, sqlState, UNIQUE_VIOLATION } from '@tradeloom/database'
import {
  type AuthenticationResponseJSON,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, asc, eq } from 'drizzle-orm'
import { AppError, conflict, notFound } from '../errors/app-error.ts'
import type { LoginChallenges } from './login-challenges.ts'
import type { LoginRequest } from './login-request.ts'
import { lockUser } from './lock-user.ts'
import { requireOtherCredential, type WaysIn } from './other-credentials.ts'
import type { PasskeySite } from './passkey-site.ts'

const { passkeys } = schema

export type PasskeyRow = typeof passkeys.$inferSelect

const MAX_PASSKEYS = 20
/** Of signatures: Ed25519, ES256 and RS256, which all authenticators share. */
const ALGORITHMS = [-8, -7, -257]

export interface PasskeysDeps {
  readonly db: Drizzle
  readonly challenges: LoginChallenges
  readonly now: () => number
  readonly waysIn: () => Promise<WaysIn>
}

/** Keys that authenticators keep for users: with the user verified by the authenticator, both factors at once. */
export class Passkeys {
  readonly #deps: PasskeysDeps

  constructor(deps: PasskeysDeps) {
    this.#deps = deps
  }

  async list(userId: string): Promise<PasskeyRow[]> {
    return this.#deps.db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt))
  }

  /** What a browser needs to make one: kept by the authenticator itself, so that it can say who the user is. */
  async begin(
    user: { readonly id: string; readonly username: string },
    site: PasskeySite | null,
    request: LoginRequest,
  ) {
    const { challenges } = this.#deps
    const { host } = offered(site)
    const challenge = await challenges.create({ purpose: 'add-passkey', userId: user.id, request })
    const known = (await this.list(user.id)).filter((one) => one.host === host)
    return generateRegistrationOptions({
      rpName: 'Tradeloom',
      rpID: host,
      userName: user.username,
      userID: new TextEncoder().encode(user.id),
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  }

  async add(
    userId: string,
    made: { readonly challenge: string; readonly name: string; readonly passkey: unknown },
    site: PasskeySite | null,
    request: LoginRequest,
  ): Promise<PasskeyRow> {
    const { db, challenges, now } = this.#deps
    const { host, origin } = offered(site)
    const asked = await challenges.attempt(made.challenge, 'add-passkey', request)
    if (asked.userId !== userId) throw refused()
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response: made.passkey as RegistrationResponseJSON,
      expectedChallenge: made.challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(asRefusal)
    if (!info) throw refused()
    await challenges.use(made.challenge)
    const { id: credentialId, publicKey, counter, transports = [] } = info.credential
    return db.transaction(async (tx) => {
      await lockUser(tx, userId)
      if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= MAX_PASSKEYS) {
        throw new AppError('limit', 'too-many-passkeys', `An account has at most ${MAX_PASSKEYS} passkeys`)
      }
      const row = { id: newId(), userId, credentialId, publicKey: Buffer.from(publicKey), counter, transports, host }
      const [added] = await tx
        .insert(passkeys)
        .values({ ...row, name: made.name, createdAt: new Date(now()) })
        .returning()
        .catch(asTaken)
      return added!
    })
  }

  async rename(id: string, userId: string, name: string): Promise<PasskeyRow> {
    const [row] = await this.#deps.db.update(passkeys).set({ name }).where(ownedBy(id, userId)).returning()
    if (!row) throw notFound('Passkey')
    return row
  }

  async remove(id: string, userId: string): Promise<PasskeyRow> {
    const ways = await this.#deps.waysIn()
    return this.#deps.db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const [row] = await tx.delete(passkeys).where(ownedBy(id, userId)).returning()
      if (!row) throw notFound('Passkey')
      // One of another site let nobody in before either.
      if (row.host === ways.passkeyHost) await requireOtherCredential(tx, userId, id, ways)
      return row
    })
  }

  /**
   * Whose passkey has signed the challenge. Throws unless it is one of this site, has verified its user, and belongs to
   * `userId` if that is known.
   */
  async verify(challenge: string, signed: unknown, site: PasskeySite | null, userId: string | null): Promise<string> {
    const { db, now } = this.#deps
    const { host, origin } = offered(site)
    const response = signed as AuthenticationResponseJSON
    const [known] = await db.select().from(passkeys).where(eq(passkeys.credentialId, response.id))
    if (!known || (userId !== null && known.userId !== userId) || !isHandleOf(response, known.userId)) throw refused()
    const { credentialId, publicKey, counter } = known
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    }).catch(asRefusal)
    if (!verified) throw refused()
    // Two signatures at the same moment cannot both follow the same count.
    const used = await db
      .update(passkeys)
      .set({ counter: authenticationInfo.newCounter, usedAt: new Date(now()) })
      .where(and(eq(passkeys.id, known.id), eq(passkeys.counter, counter)))
      .returning({ id: passkeys.id })
    if (used.length === 0) throw refused()
    return known.userId
  }
}

function isHandleOf({ response }: AuthenticationResponseJSON, userId: string): boolean {
  return response.userHandle === undefined || response.userHandle === Buffer.from(userId).toString('base64url')
}

function ownedBy(id: string, userId: string) {
  return and(eq(passkeys.id, id), eq(passkeys.userId, userId))
}

function offered(site: PasskeySite | null): PasskeySite {
  if (site !== null) return site
  throw new AppError('conflict', 'no-passkeys', 'Passkeys need a server with a host name and TLS')
}

/** Why it was refused is of use to attackers only. */
function asRefusal(error: unknown): never {
  throw refused(error)
}

function refused(cause?: unknown): AppError {
  return new AppError('invalid-input', 'passkey-refused', 'This passkey was not accepted', { cause })
}

function asTaken(error: unknown): never {
  if (sqlState(error) === UNIQUE_VIOLATION) throw conflict('This passkey is already registered')
  throw error
}
