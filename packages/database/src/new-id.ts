import { randomBytes } from 'node:crypto'

/** A UUIDv7, which sorts by creation time: indexes grow at their end, and rows list in order. */
export function newId(now: number = Date.now()): string {
  return idOf(randomBytes(16), now)
}

/** No id of that time or later comes before it. */
export function firstId(time: number): string {
  return idOf(Buffer.alloc(16), time)
}

function idOf(bytes: Buffer, now: number): string {
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
