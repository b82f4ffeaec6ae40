import { createHash } from 'node:crypto'

/** Tells this installation from others that trade the same accounts: the names of its orders contain a part of it. */
export function installationOf(secret: string): string {
  return createHash('sha256').update(`installation ${secret}`).digest('hex')
}
