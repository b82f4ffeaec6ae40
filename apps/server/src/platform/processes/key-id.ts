import { createHash } from 'node:crypto'

/** Tells the keys of a process apart; null if there is none, or none that can be read, which its start says. */
export function keyId(read: () => Uint8Array | null): string | null {
  try {
    const key = read()
    if (key === null) return null
    const id = createHash('sha256').update(key).digest('hex')
    key.fill(0)
    return id
  } catch {
    return null
  }
}
