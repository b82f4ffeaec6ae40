import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export const CLIENT_ID = 'client-of-tests'
export const CLIENT_SECRET = 'secret-of-tests'

interface Granted {
  readonly claims: JWTPayload
  readonly challenge: string
  readonly redirect: string
}

/** A stand-in for an issuer, under any name, that signs whatever a test wants. */
export class TokenIssuer {
  /** As it describes itself. */
  issuer: string
  readonly key: CryptoKey
  readonly #server: Server
  readonly #keys: object[]
  readonly #codes = new Map<string, Granted>()
  readonly #opaque = new Map<string, object>()
  url = ''
  isAway = false
  /** How it describes itself besides. */
  described: object = {}
  /** How often it was asked. */
  asked = 0

  static async start(issuer: string, keyFields: object = {}): Promise<TokenIssuer> {
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    const key = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig', ...keyFields }
    const one = new TokenIssuer(issuer, privateKey, [key])
    await new Promise<void>((done) => one.#server.listen(0, '127.0.0.1', done))
    one.url = `http://127.0.0.1:${(one.#server.address() as AddressInfo).port}`
    return one
  }

  private constructor(issuer: string, key: CryptoKey, keys: object[]) {
    this.issuer = issuer
    this.key = key
    this.#keys = keys
    this.#server = createServer((request, reply) => void this.#answer(request, reply))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  /** A token as it should be, unless `claims` and `header` say otherwise. */
  sign(claims: JWTPayload, header: { readonly alg?: string; readonly key?: CryptoKey | Uint8Array } = {}) {
    const now = Math.floor(Date.now() / 1000)
    const { alg = 'RS256', key = this.key } = header
    const usual = { iss: this.issuer, aud: CLIENT_ID, iat: now, exp: now + 3600 }
    return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg, kid: 'first' }).sign(key)
  }

  /** An access token that only the issuer can read, as Google describes it unless `facts` say otherwise. */
  give(facts: object): string {
    const token = `ya29.${randomUUID()}`
    const exp = Math.floor(Date.now() / 1000) + 3599
    this.#opaque.set(token, { azp: CLIENT_ID, aud: CLIENT_ID, exp: String(exp), expires_in: '3599', ...facts })
    return token
  }

  /** The user agrees on the page that `address` opens: where the browser is sent back to. */
  agree(address: string, claims: JWTPayload): string {
    const { searchParams } = new URL(address)
    const field = (name: string): string => searchParams.get(name) ?? ''
    const code = randomUUID()
    const redirect = field('redirect_uri')
    const granted = { claims: { ...claims, nonce: field('nonce') }, challenge: field('code_challenge'), redirect }
    this.#codes.set(code, granted)
    return `${redirect}?${new URLSearchParams({ code, state: field('state'), iss: this.issuer })}`
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.url)
    this.asked += 1
    if (this.isAway) return send(reply, 503, {})
    if (pathname.endsWith('/.well-known/openid-configuration')) return send(reply, 200, this.#description())
    if (pathname === '/keys') return send(reply, 200, { keys: this.#keys })
    const form = new URLSearchParams(await text(request))
    if (pathname === '/tokeninfo') {
      const facts = this.#opaque.get(form.get('access_token') ?? '')
      return facts ? send(reply, 200, facts) : send(reply, 400, { error: 'invalid_token' })
    }
    const granted = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isClient = form.get('client_id') === CLIENT_ID && form.get('client_secret') === CLIENT_SECRET
    if (!granted || !isClient || verifier !== granted.challenge || form.get('redirect_uri') !== granted.redirect) {
      return send(reply, 400, { error: 'invalid_grant' })
    }
    const answer = { access_token: randomUUID(), token_type: 'Bearer', id_token: await this.sign(granted.claims) }
    send(reply, 200, answer)
  }

  #description(): object {
    const { origin } = new URL(this.issuer.replace('{tenantid}', 'any'))
    return {
      issuer: this.issuer,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.described,
    }
  }
}

function send(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
