import type { ReactElement } from 'react'
import { formatCount } from './format.ts'

/** Says how many rows a search has found; nothing while there is no search, or no match. */
export function MatchCount({ search, count }: { readonly search: string; readonly count: number }): ReactElement {
  const isShown = search !== '' && count > 0
  return (
    <span className="muted" role="status">
      {isShown ? `Displaying ${formatCount(count, 'match', 'matches')}` : ''}
    </span>
  )
}
