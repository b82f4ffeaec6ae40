import type { ReleaseOfSeries, schema } from '@tradeloom/database'
import { dayOf, type SourceCall, SourceError, type SourceProvider } from '@tradeloom/market-data/sources'

type Stored = Pick<typeof schema.sourceSeries.$inferSelect, 'releases' | 'releasesAt'>

const DAY_MS = 24 * 60 * 60_000
const ASK_EVERY_MS = 7 * DAY_MS
/** Longer than a quarter. */
const AHEAD_MS = 100 * DAY_MS

/** The releases of a series, which are requested once a week; those that are stored if it does not answer. */
export async function seriesReleases(
  provider: SourceProvider,
  call: SourceCall,
  code: string,
  stored: Stored | null,
): Promise<Stored> {
  const { releases, releasesAt } = stored ?? { releases: [] as ReleaseOfSeries[], releasesAt: null }
  const now = call.now()
  const age = now - (releasesAt?.getTime() ?? -Infinity)
  const isUsedUp = releases.every(({ at }) => at <= now)
  if (!provider.releases || age < (isUsedUp ? DAY_MS : ASK_EVERY_MS)) return { releases, releasesAt }
  try {
    const found = await provider.releases(call, code, dayOf(now - DAY_MS), dayOf(now + AHEAD_MS))
    return { releases: found.map(({ id, at }) => ({ id, at })), releasesAt: new Date(now) }
  } catch (error) {
    // Its values are there, and are looked at once a day.
    if (error instanceof SourceError) return { releases, releasesAt }
    throw error
  }
}
