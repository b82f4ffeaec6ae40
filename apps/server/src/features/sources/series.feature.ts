import { seriesId } from '@tradeloom/domain'
import { SOURCES } from '@tradeloom/market-data/sources'
import { analyzeScript } from '@tradeloom/script'
import type { Feature } from '../../platform/feature.ts'
import type { AlgorithmsFeature } from '../algorithms/algorithms.feature.ts'
import { SeriesStates } from './series-states.ts'
import type { SourcesFeature } from './sources.feature.ts'

/** Datasets as scripts read them: what is stored, and what was known when. */
export function seriesFeature(
  { algorithms }: Pick<AlgorithmsFeature, 'algorithms'>,
  { series, sources, known }: Pick<SourcesFeature, 'series' | 'sources' | 'known'>,
) {
  const states = new SeriesStates({ providers: SOURCES, sources, series, store: known })
  const idsOf = async (algorithmId: string, versionId: string, userId: string): Promise<string[]> => {
    const { version } = await algorithms.visibleVersion(algorithmId, versionId, userId)
    return analyzeScript(version.script).series.map(({ code, column }) => seriesId(code, column))
  }
  return {
    handlers: {
      listSeries: async ({ query: { series: ids, algorithmId = '', algorithmVersionId = '' }, userId }) =>
        states.list(ids ?? (await idsOf(algorithmId, algorithmVersionId, userId)), userId),
      fetchSeries: ({ body, userId }) => states.fetch(body.series, userId),
      getKnownSeries: ({ query, userId }) => states.knownAt(query.series, Date.parse(query.at), userId),
      getSeriesSteps: ({ query, userId }) => states.steps(query.series, userId),
    },
  } as const satisfies Feature
}
