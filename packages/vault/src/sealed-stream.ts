import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { VaultError } from './box.ts'

/** Layout: magic and version, key id, salt, then chunks, each with its tag. */
const MAGIC = Buffer.from('TLS\u0001', 'latin1')
const KEY_ID_END = MAGIC.length + 8
const SALT_BYTES = 32
const HEADER_BYTES = KEY_ID_END + SALT_BYTES
const CHUNK_BYTES = 1024 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 12
const KEY_BYTES = 32

/** Makes each stream one of its own: the same salt with other bytes or another name would give the bytes away. */
export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES)
}

/**
 * Encrypts a stream with a key that follows from its salt and its name: AES-256-GCM for each chunk, whose nonce is its
 * position and whether it is the last. So nobody can change it, cut it, move its parts, or give it another name.
 */
export async function* sealStream(
  { key, name, salt }: { readonly key: Uint8Array; readonly name: string; readonly salt: Uint8Array },
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, streamKeyId(key), salt])
  const own = ownKey(key, name, salt)
  try {
    yield header
    for await (const { chunk, position, isLast } of chunksOf(source, CHUNK_BYTES)) {
      const cipher = createCipheriv('aes-256-gcm', own, nonceOf(position, isLast)).setAAD(header)
      yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    }
  } finally {
    own.fill(0)
  }
}

/** @throws {VaultError} for a stream of another key, and for one that was changed, cut, or has another name. */
export async function* openStream(
  { key, name }: { readonly key: Uint8Array; readonly name: string },
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let [header, own]: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)]
  try {
    for await (const piece of withHeader(source)) {
      if (piece.header) {
        ;({ header } = piece)
        if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(name)
        if (!streamKeyId(key).equals(header.subarray(MAGIC.length, KEY_ID_END))) {
          throw new VaultError('wrong-key', `${name} was encrypted with another key`)
        }
        own = ownKey(key, name, header.subarray(KEY_ID_END))
        continue
      }
      const { chunk, position, isLast } = piece
      if (chunk.length < TAG_BYTES) throw damaged(name)
      const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(position, isLast))
        .setAAD(header)
        .setAuthTag(chunk.subarray(-TAG_BYTES))
      try {
        yield Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
      } catch {
        throw damaged(name)
      }
    }
  } finally {
    own.fill(0)
  }
}

/** Tells keys of streams apart, and reveals nothing of them. */
export function streamKeyId(key: Uint8Array): Buffer {
  return createHash('sha256')
    .update('tradeloom stream ')
    .update(key)
    .digest()
    .subarray(0, KEY_ID_END - MAGIC.length)
}

interface Chunk {
  readonly header?: undefined
  readonly chunk: Buffer
  readonly position: number
  readonly isLast: boolean
}

/** The bytes in chunks of one size; the last, of which there is one, may be shorter or empty. */
async function* chunksOf(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): AsyncGenerator<Chunk> {
  let waiting: Uint8Array[] = []
  let [bytes, position] = [0, 0]
  for await (const piece of source) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes <= size) continue
    let rest = Buffer.concat(waiting)
    for (; rest.length > size; rest = rest.subarray(size)) {
      yield { chunk: rest.subarray(0, size), position: position++, isLast: false }
    }
    ;[waiting, bytes] = [[rest], rest.length]
  }
  yield { chunk: Buffer.concat(waiting), position, isLast: true }
}

/** The header first, which is shorter than it should be if the source is. */
async function* withHeader(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Chunk | { readonly header: Buffer }> {
  const pieces = (async function* () {
    yield* source
  })()
  let first = Buffer.alloc(0)
  while (first.length < HEADER_BYTES) {
    const { done, value } = await pieces.next()
    if (done === true) break
    first = Buffer.concat([first, value])
  }
  yield { header: first.subarray(0, HEADER_BYTES) }
  const rest = (async function* () {
    yield first.subarray(HEADER_BYTES)
    yield* pieces
  })()
  yield* chunksOf(rest, CHUNK_BYTES + TAG_BYTES)
}

function ownKey(key: Uint8Array, name: string, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `tradeloom stream ${name}`, KEY_BYTES))
}

function nonceOf(position: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(position, NONCE_BYTES - 7, 6)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

function damaged(name: string): VaultError {
  return new VaultError('damaged-box', `${name} is damaged: it is not what was written`)
}
