import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const FLAGS = { present: 1, verified: 4, attested: 64 }

interface Signing {
  readonly challenge: string
  readonly origin: string
  readonly host: string
  /** Whether it has asked its user for a finger or a PIN. */
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** An authenticator with one ES256 key, as a browser presents it. */
export class SoftAuthenticator {
  readonly id = base64url(randomBytes(32))
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  #counter = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  /** WebAuthn's RegistrationResponseJSON. */
  make(signing: Signing) {
    const id = Buffer.from(this.id, 'base64url')
    const idLength = Buffer.from([id.length >> 8, id.length & 0xff])
    const attested = Buffer.concat([Buffer.alloc(16), idLength, id, this.#coseKey()])
    const data = this.#data({ ...signing, counter: 0 }, FLAGS.attested, attested)
    return this.#response({
      clientDataJSON: clientData('webauthn.create', signing),
      attestationObject: base64url(attestationOf(data)),
      transports: ['internal'],
    })
  }

  /** WebAuthn's AuthenticationResponseJSON. */
  sign(signing: Signing) {
    const data = this.#data({ ...signing, counter: signing.counter ?? ++this.#counter }, 0, Buffer.alloc(0))
    const clientDataJSON = clientData('webauthn.get', signing)
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return this.#response({
      clientDataJSON,
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, this.#privateKey)),
      ...(signing.userHandle === undefined ? {} : { userHandle: base64url(Buffer.from(signing.userHandle)) }),
    })
  }

  #response<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response } as const
  }

  #data({ host, isVerified = true, counter = 0 }: Signing, flags: number, rest: Buffer): Buffer {
    const head = Buffer.alloc(5)
    head[0] = FLAGS.present | (isVerified ? FLAGS.verified : 0) | flags
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(host), head, rest])
  }

  /** The public key in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const start = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
    return Buffer.concat([
      start,
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
  }
}

function clientData(type: string, { challenge, origin }: Signing): string {
  return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))
}

/** In CBOR: {"fmt": "none", "attStmt": {}, "authData": data}. */
function attestationOf(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const length = Buffer.from([0x58, data.length])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    length,
    data,
  ])
}
