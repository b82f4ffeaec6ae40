import { type BoxPlace, bytesOf, keyId, placeBytes, suite, VaultError, VERSION } from './box.ts'

export { type BoxPlace, VaultError, WRONG_MASTER_KEY } from './box.ts'

/**
 * Seals a secret so that only the holder of the private key can read it, and clears the given bytes. The sealing side holds
 * the public key alone, and cannot open its own boxes.
 */
export async function sealBox(publicKey: Uint8Array, secret: Uint8Array, place: BoxPlace): Promise<Buffer> {
  const plain = bytesOf(secret)
  secret.fill(0)
  try {
    const recipientPublicKey = await suite.kem.importKey('raw', bytesOf(publicKey), true).catch(() => {
      throw new VaultError('bad-key', 'The public key of the vault must have 32 bytes')
    })
    const { ct, enc } = await suite.seal({ recipientPublicKey }, plain, placeBytes(place))
    return Buffer.concat([Uint8Array.of(VERSION), keyId(publicKey), new Uint8Array(enc), new Uint8Array(ct)])
  } finally {
    new Uint8Array(plain).fill(0)
  }
}
