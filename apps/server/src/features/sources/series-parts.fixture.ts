import type { Drizzle } from '@tradeloom/database'
import { type PointInTimeStore, openPointInTimeStore } from '@tradeloom/market-data'
import type { SourceProvider } from '@tradeloom/market-data/sources'
import { DueSeries } from './due-series.ts'
import { RefreshSeries } from './refresh-series.ts'
import { SourceSeries } from './source-series.ts'

export interface SeriesParts {
  readonly store: PointInTimeStore
  readonly series: SourceSeries
  readonly due: DueSeries
  readonly refresh: RefreshSeries
}

/** Series of one provider, which is on and asked without limits. */
export function openSeriesParts(
  db: Drizzle,
  { provider, folder, now }: { provider: SourceProvider; folder: string; now: () => number },
): SeriesParts {
  const store = openPointInTimeStore(folder, now)
  const logger = { warn: () => undefined }
  const sources = {
    providers: async () => [{ name: provider.name, isOn: true }] as never,
    keyOf: async () => 'key',
  }
  const calls = {
    use: (_: unknown, __: unknown, ___: unknown, work: (call: never) => unknown) => work({ now } as never),
  }
  const series = new SourceSeries({ db, providers: [provider], sources, calls: calls as never, store, now })
  const due = new DueSeries({ db, sources, series, logger, now })
  const closing = new AbortController().signal
  return { store, series, due, refresh: new RefreshSeries({ db, due, store, logger, now, closing }) }
}
