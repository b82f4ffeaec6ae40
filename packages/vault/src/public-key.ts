import { createPrivateKey, createPublicKey } from 'node:crypto'

/** What a private X25519 key begins with in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** The public X25519 key of a private one. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  const der = Buffer.concat([PKCS8_PREFIX, privateKey])
  try {
    const { x } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
      format: 'jwk',
    })
    return Buffer.from(x as string, 'base64url')
  } finally {
    der.fill(0)
  }
}
