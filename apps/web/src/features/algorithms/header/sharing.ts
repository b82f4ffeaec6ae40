import type { Algorithm } from '@tradeloom/contracts'

interface Sharing {
  readonly label: string
  readonly meaning: string
}

const PUBLIC = 'Everyone can see the shared versions and their backtests.'
const NEXT = 'New versions are shared as you save them.'

type Shared = Pick<Algorithm, 'shared' | 'shareNew' | 'readOnly' | 'sharedUpTo'> & {
  readonly latestVersion: { readonly displayVersionNo: string } | null
}

/** How an algorithm is shared, in the same words on every screen; null when nothing is or will be shared. */
export function sharingOf({ shared, shareNew, readOnly, sharedUpTo, latestVersion }: Shared): Sharing | null {
  if (readOnly) return shared ? { label: 'Shared', meaning: PUBLIC } : null
  if (shareNew) {
    return { label: 'Sharing on', meaning: shared ? `${PUBLIC} ${NEXT}` : `Nothing is public yet. ${NEXT}` }
  }
  if (!shared) return null
  const isWhole = sharedUpTo === null || sharedUpTo === latestVersion?.displayVersionNo
  return {
    label: isWhole ? 'Shared' : `Shared up to ${sharedUpTo}`,
    meaning: `${PUBLIC} New versions stay private until you share them.`,
  }
}
