import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { createRemoteJWKSet, customFetch as keyFetch, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { AppError, unavailable } from '../../platform/errors/app-error.ts'
import { isLoopback, type IssuerFetch } from './issuer-fetch.ts'
import type { IssuerList, OfferedIssuer } from './issuer-list.ts'
import { googleTokenInfo } from './google-token-info.ts'
import { checkIssuer, checkKeyIssuer } from './check-issuer.ts'
import { statesSecondFactor } from './states-second-factor.ts'

/** How long a description counts; keys are fetched anew when one is unknown. */
const VALID_MS = 60 * 60_000
const MAX_AGE_S = 5 * 60
const TOLERANCE_S = 30
/** Signed with a key that only the issuer has. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** What an issuer says about a user. */
export interface Shown {
  readonly network: string
  readonly label: string
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** Whether the issuer vouches for the address, and is one whose word counts. */
  readonly isVerified: boolean
  /** How it calls the user; only to fill a form in. */
  readonly name: string
  /** Whether it says that a second factor was shown there, and is one whose word counts. */
  readonly hasSecondFactor: boolean
  /** When the user has shown there who they are, in UTC milliseconds; null if it does not say. */
  readonly shownAt: number | null
}

export interface Asked {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

interface Client {
  readonly config: oidc.Configuration
  readonly keys: ReturnType<typeof createRemoteJWKSet>
  readonly until: number
}

interface Deps {
  readonly list: IssuerList
  readonly fetch: IssuerFetch
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  readonly now: () => number
}

/** The server as a client of issuers. */
export class IssuerClients {
  readonly #deps: Deps
  readonly #clients = new Map<string, Promise<Client>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The page on which users sign in there, and what its answer has to fit. */
  async begin(issuer: OfferedIssuer, callback: string, isAgain: boolean): Promise<{ url: string; asked: Asked }> {
    const { config } = await this.#client(issuer)
    const asked = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid email profile',
      state: asked.state,
      nonce: asked.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(asked.verifier),
      code_challenge_method: 'S256',
      ...(isAgain ? againFields(issuer) : {}),
    })
    return { url: url.href, asked }
  }

  /** `url`: the whole address that the issuer has sent the browser to. */
  async finish(issuer: OfferedIssuer, url: URL, { state, nonce, verifier }: Asked): Promise<Shown> {
    const client = await this.#client(issuer)
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
    const tokens = await oidc.authorizationCodeGrant(client.config, url, checks).catch((error: unknown) => {
      if (isDenial(error)) throw denied(issuer)
      throw this.#refusal(issuer, error)
    })
    const claims = await this.#verify(client, issuer, tokens.id_token ?? '', nonce)
    // Many issuers state the address only on request.
    const more = claims['email'] === undefined ? await this.#userInfo(client, issuer, tokens.access_token, claims) : {}
    return shownOf(issuer, claims, more)
  }

  /** A token that a program has brought. Also returns until when it would be accepted. */
  async verify(issuer: OfferedIssuer, token: string, nonce: string): Promise<{ shown: Shown; expires: Date }> {
    const claims =
      issuer.network === 'google' && isOpaque(token)
        ? await this.#askGoogle(issuer, token)
        : await this.#verify(await this.#client(issuer), issuer, token, nonce)
    return { shown: shownOf(issuer, claims), expires: new Date(((claims.exp ?? 0) + TOLERANCE_S) * 1000) }
  }

  /** Throws unless the issuer describes itself; returns the addresses at which this server will ask it. */
  async check(issuer: OfferedIssuer, secret: string | null): Promise<string[]> {
    const { config } = await this.#open(issuer, secret)
    const { token_endpoint: tokens, jwks_uri: keys, userinfo_endpoint: users } = config.serverMetadata()
    return [tokens, keys, users].filter((one) => one !== undefined)
  }

  /** Asks anew what an issuer says about itself. */
  forget(): void {
    this.#clients.clear()
  }

  async #verify({ config, keys }: Client, issuer: OfferedIssuer, token: string, nonce: string): Promise<JWTPayload> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        audience: issuer.clientId,
        algorithms: ALGORITHMS,
        maxTokenAge: MAX_AGE_S,
        clockTolerance: TOLERANCE_S,
        requiredClaims: ['iss', 'sub', 'exp', 'iat'],
        currentDate: new Date(this.#deps.now()),
      })
      checkIssuer(config.serverMetadata().issuer, payload)
      checkKeyIssuer(keys.jwks()?.keys ?? [], protectedHeader.kid, payload)
      if (typeof payload.sub !== 'string' || payload.sub === '') throw new Error('It names no user')
      if (payload['nonce'] !== nonce) throw new Error('It belongs to another sign-in')
      const { azp = issuer.clientId } = payload
      if (azp !== issuer.clientId) throw new Error('It was given to another client')
      return payload
    } catch (error) {
      throw this.#refusal(issuer, error)
    }
  }

  /** An access token of Google, which only Google can read: it has to be fresh, and given to this client. */
  async #askGoogle(issuer: OfferedIssuer, token: string): Promise<JWTPayload> {
    try {
      const claims = await googleTokenInfo(this.#deps.fetch, token)
      const { aud, azp = issuer.clientId, exp = 0, iat = 0 } = claims
      const now = this.#deps.now() / 1000
      if (aud !== issuer.clientId || azp !== issuer.clientId) throw new Error('It was given to another client')
      if (exp + TOLERANCE_S <= now || iat + MAX_AGE_S + TOLERANCE_S < now) throw new Error('It is too old')
      return { ...claims, iss: issuer.issuer }
    } catch (error) {
      throw this.#refusal(issuer, error)
    }
  }

  async #userInfo(
    { config }: Client,
    issuer: OfferedIssuer,
    accessToken: string,
    { sub = '' }: JWTPayload,
  ): Promise<object> {
    if (config.serverMetadata().userinfo_endpoint === undefined) return {}
    return oidc.fetchUserInfo(config, accessToken, sub).catch((error: unknown) => {
      this.#deps.logger.warn({ err: error, network: issuer.network }, 'an issuer did not say more about a user')
      return {}
    })
  }

  /** One description serves many users: it is fetched once an hour. */
  async #client(issuer: OfferedIssuer): Promise<Client> {
    const secret = await this.#deps.list.secretOf(issuer)
    const { issuer: address, clientId } = issuer
    const key = createHash('sha256')
      .update(JSON.stringify([address, clientId, secret]))
      .digest('base64')
    const known = await this.#clients.get(key)?.catch(() => null)
    if (known && known.until > this.#deps.now()) return known
    const opening = this.#open(issuer, secret)
    this.#clients.set(key, opening)
    opening.catch(() => this.#clients.delete(key))
    return opening
  }

  async #open(issuer: OfferedIssuer, secret: string | null): Promise<Client> {
    const { fetch, logger, now } = this.#deps
    const server = new URL(issuer.issuer)
    // The library's own rule for addresses without TLS is all or nothing; ours is in the fetch.
    const execute = isLoopback(server) ? [oidc.allowInsecureRequests] : []
    try {
      const auth = secret === null ? oidc.None() : oidc.ClientSecretPost(secret)
      const asking = { [oidc.customFetch]: fetch as oidc.CustomFetch, execute }
      const config = await oidc.discovery(server, issuer.clientId, undefined, auth, asking)
      const { jwks_uri: keysAt } = config.serverMetadata()
      if (keysAt === undefined) throw new Error('It does not say where its keys are')
      const keys = createRemoteJWKSet(new URL(keysAt), { [keyFetch]: fetch })
      return { config, keys, until: now() + VALID_MS }
    } catch (error) {
      logger.warn({ err: error, network: issuer.network }, 'an issuer does not describe itself')
      throw unavailable('issuer-away', `${issuer.label} does not answer. Please try again later.`)
    }
  }

  /** Why is of use to its operator and to attackers only. */
  #refusal({ label, network }: OfferedIssuer, error: unknown): AppError {
    if (isAway(error)) {
      this.#deps.logger.warn({ err: error, network }, 'an issuer does not answer')
      return unavailable('issuer-away', `${label} does not answer. Please try again later.`)
    }
    this.#deps.logger.warn({ err: error, network }, 'what an issuer says was refused')
    const message = `What ${label} says about you cannot be accepted. Please try again.`
    return new AppError('invalid-input', 'identity-refused', message, { cause: error })
  }
}

/** How the issuer is told to ask again: who only has a session there is not recently shown. */
function againFields({ id, network }: OfferedIssuer): Record<string, string> {
  // Google has no way to ask for the password again.
  if (network === 'google') return { prompt: 'select_account' }
  // With an age, the token has to state when that was.
  return { prompt: 'login', ...(id === null ? {} : { max_age: '0' }) }
}

/** `claims` are those of the token; `more` what the issuer has said on request, which nobody has signed. */
function shownOf(
  { network, label, isTrustedForEmail, isTrustedForFactors }: OfferedIssuer,
  claims: Record<string, unknown>,
  more: object = {},
): Shown {
  const { iss, sub, amr, auth_time: authTime } = claims
  const {
    email,
    email_verified: isVerified,
    preferred_username: preferred,
    name,
  } = { ...more, ...claims } as typeof claims
  const address = typeof email === 'string' && isAddress(email) ? email : null
  return {
    network,
    label,
    issuer: String(iss),
    subject: String(sub),
    email: address,
    // Some say it as a text.
    isVerified: address !== null && isTrustedForEmail && isVerified === true,
    name: [preferred, address, name].find((one) => typeof one === 'string') ?? '',
    hasSecondFactor: isTrustedForFactors && statesSecondFactor(amr),
    shownAt: typeof authTime === 'number' && Number.isSafeInteger(authTime * 1000) ? authTime * 1000 : null,
  }
}

/** Not a token that says itself what it is. */
function isOpaque(token: string): boolean {
  try {
    decodeProtectedHeader(token)
    return false
  } catch {
    return true
  }
}

function isAddress(email: string): boolean {
  return email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
}

function isDenial(error: unknown): boolean {
  return error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied'
}

function denied({ label }: OfferedIssuer): AppError {
  return new AppError('invalid-input', 'sign-in-canceled', `You have not signed in with ${label}.`)
}

/** It could not be reached, so this says nothing about the user. */
function isAway(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  return error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'ERR_JWKS_TIMEOUT'
}
