import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'

/** The two halves of a key: the public one names it, the secret one proves that it is the caller's. */
export interface ApiCredential {
  readonly key: string
  readonly secret: string
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const SCHEME = /^Bearer +(tk_.*)$/i
/** 16 characters are 80 bits; 43 are 256 bits, and 6 are the checksum that tells a leak or a typing error. */
const SHAPE = /^(tk_[a-z2-7]{16})\.(ts_[A-Za-z0-9_-]{49})$/
const CHECK_LENGTH = 6

export function newCredential(): ApiCredential {
  const key = `tk_${Array.from(randomBytes(16), (byte) => BASE32[byte % BASE32.length]).join('')}`
  const secret = `ts_${randomBytes(32).toString('base64url')}`
  return { key, secret: `${secret}${checkOf(secret)}` }
}

/** What a caller sent as a key, right or wrong; null without one. Other schemes belong to proxies in front. */
export function sentKey({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | null {
  return SCHEME.exec(authorization ?? '')?.[1]?.trim() ?? null
}

/** Null for what cannot be a key. */
export function parseCredential(text: string): ApiCredential | null {
  const [, key, secret] = SHAPE.exec(text) ?? []
  if (key === undefined || secret === undefined) return null
  const body = secret.slice(0, -CHECK_LENGTH)
  return secret === `${body}${checkOf(body)}` ? { key, secret } : null
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Of 4 bytes, which are 6 characters. */
function checkOf(secret: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(secret))
  return bytes.toString('base64url')
}
