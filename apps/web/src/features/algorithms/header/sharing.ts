import type { Algorithm } from '@tradeloom/contracts'

interface Sharing {
  readonly label: string
  readonly meaning: string
}

const PUBLIC = 'Everyone can see the shared versions and their backtests.'

/** How an algorithm is shared, in the same words on every screen; null when nothing is or will be shared. */
export function sharingOf({
  shared,
  shareNew,
  readOnly,
}: Pick<Algorithm, 'shared' | 'shareNew' | 'readOnly'>): Sharing | null {
  if (!shared) {
    return shareNew
      ? {
          label: 'Shared from the next version',
          meaning: 'Nothing is public yet. Versions are shared as you save them.',
        }
      : null
  }
  if (readOnly) return { label: 'Shared', meaning: PUBLIC }
  const next = shareNew
    ? 'New versions are shared as you save them.'
    : 'New versions stay private until you share them.'
  return { label: 'Shared', meaning: `${PUBLIC} ${next}` }
}
