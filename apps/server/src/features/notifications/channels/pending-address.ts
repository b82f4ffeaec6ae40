import { createHash } from 'node:crypto'

/** Of a channel whose link was not opened yet; what follows is the hash of its token. */
export const PENDING = 'pending:'

export const isPending = ({ address }: { readonly address: string }): boolean => address.startsWith(PENDING)

export function pendingAddress(token: string): string {
  return `${PENDING}${createHash('sha256').update(token).digest('hex')}`
}
