import { type Frequency, laggedTime } from './lag-of-frequency.ts'
import { byKnownTime, type KnownRevision, type Revision } from './revision.ts'

/** Archives often begin long after their first periods; a first value that is this many usual lags late says so. */
const LATE_LAGS = 3

export interface QualifyOptions {
  /** What the known times of these revisions rest on. */
  readonly quality: 'vintage' | 'observed'
  readonly frequency: Frequency
  /** Days from the end of a period to its publication, where they are not known; default: by frequency. */
  readonly lagDays?: number
}

/**
 * Revisions in the order in which they became known, each with what its time rests on. What the first state of an archive
 * (or the first poll) holds was mostly known long before: those periods are dated by their usual lag instead. Values that
 * first appear later keep their own time however late they are, for a delayed release was not known either.
 */
export function qualifyRevisions(revisions: readonly Revision[], options: QualifyOptions): KnownRevision[] {
  const { quality, frequency, lagDays } = options
  const begin = revisions.reduce((least, { knownAt }) => Math.min(least, knownAt), Infinity)
  return revisions
    .map((revision): KnownRevision => {
      const { periodEnd, knownAt } = revision
      if (knownAt !== begin) return { ...revision, quality }
      const usual = laggedTime(periodEnd, frequency, lagDays)
      const isLate = quality === 'observed' ? usual < knownAt : periodEnd + LATE_LAGS * (usual - periodEnd) < knownAt
      return isLate ? { ...revision, knownAt: usual, quality: 'lagged' } : { ...revision, quality }
    })
    .toSorted(byKnownTime)
}
