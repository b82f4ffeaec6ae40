import {
  type Frequency,
  frequencyOfStarts,
  type KnownRevision,
  qualifyRevisions,
  type Revision,
} from '@tradeloom/domain'

import type { SourceCall } from '../sources/source-call.ts'
import { SourceError } from '../sources/source-error.ts'
import type { SourceProvider } from '../sources/source-provider.ts'
import { observedPeriods, withObserved } from './observe-table.ts'
import { changedOfVintage } from './same-vintage.ts'

/** What is stored of a dataset. */
export interface StoredKnown {
  readonly revisions: readonly KnownRevision[]
  readonly vintage: string | null
}

export interface FetchedKnown extends StoredKnown {
  readonly frequency: Frequency
  readonly quality: 'vintage' | 'observed'
  readonly lagDays: number | null
  /** Whether there is anything that was not stored. */
  readonly hasChanged: boolean
}

/** More than any archive of one series has. */
const MAX_REVISIONS = 2_000_000

/**
 * Brings a dataset up to date: what the provider's archive has since the stored state or, without an archive, how its table
 * differs from it now. Throws SourceError.
 */
export async function fetchKnown(
  provider: SourceProvider,
  call: SourceCall,
  { code, column }: { readonly code: string; readonly column: string | null },
  stored: StoredKnown | null,
  /** Told how many values have been read, while an archive is. */
  onFound: (count: number) => void = () => undefined,
): Promise<FetchedKnown> {
  const known = stored?.revisions ?? []
  if (!provider.revisions) {
    const observed = observedPeriods(await provider.dataset(call, code), column, provider.title)
    const revisions = withObserved(known, observed, call.now())
    const { frequency, lagDays } = observed
    return { revisions, vintage: null, frequency, quality: 'observed', lagDays, hasChanged: revisions !== known }
  }
  if (column !== null) throw new SourceError('bad-request', `${provider.title} has no columns under this code`)
  const since = stored?.vintage ?? null
  const found: Revision[] = []
  const again: Revision[] = []
  for await (const one of provider.revisions(call, code, since)) {
    if (since !== null && one.vintage === since) again.push(one)
    else found.push(one)
    onFound(found.length)
    if (found.length + again.length > MAX_REVISIONS)
      throw new SourceError('unreadable', `${provider.title} has too many revisions`)
  }
  // Such as when the provider's file has learned what its dates mean: what is stored is of no use then.
  if (stored !== null && areDatedAnew(known, [...again, ...found]))
    return fetchKnown(provider, call, { code, column }, null, onFound)
  const starts = [...new Set([...known, ...found].map(({ periodStart }) => periodStart))].toSorted((a, b) => a - b)
  const frequency = frequencyOfStarts(starts)
  const quality = 'vintage' as const
  const changed = since === null ? [] : changedOfVintage(known, again, since, call.now())
  const added =
    stored === null ? qualifyRevisions(found, { quality, frequency }) : found.map((one) => ({ ...one, quality }))
  const vintage = found.reduce<string | null>(
    (last, one) => (one.vintage !== null && (last === null || one.vintage > last) ? one.vintage : last),
    since,
  )
  const hasChanged = changed.length + found.length > 0
  return { revisions: [...known, ...changed, ...added], vintage, frequency, quality, lagDays: null, hasChanged }
}

/** Whether a period overlaps a stored one without being the same. */
function areDatedAnew(known: readonly Revision[], found: readonly Revision[]): boolean {
  const periods = new Map(known.map(({ periodStart, periodEnd }) => [periodStart, periodEnd]))
  const starts = [...periods.keys()].toSorted((a, b) => a - b)
  return found.some(({ periodStart, periodEnd }) => {
    if (periods.get(periodStart) === periodEnd) return false
    const before = starts.findLast((start) => start < periodEnd)
    return before !== undefined && (periods.get(before) as number) > periodStart
  })
}
