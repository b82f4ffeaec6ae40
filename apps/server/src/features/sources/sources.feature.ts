import { openPointInTimeStore } from '@tradeloom/market-data'
import { SOURCES } from '@tradeloom/market-data/sources'
import { join } from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { Envelopes } from '../../platform/secrets/envelopes.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import { DueSeries } from './due-series.ts'
import { RefreshLists } from './refresh-lists.ts'
import { SourceCalls } from './source-calls.ts'
import { RefreshSeries } from './refresh-series.ts'
import { SourceIndex } from './source-index.ts'
import { SourceKeys } from './source-keys.ts'
import { SourceSeries } from './source-series.ts'
import { SourceSwitches } from './source-switches.ts'
import { SourceTables } from './source-tables.ts'
import { SourcesService } from './sources.service.ts'

const SUBJECT = 'sources.due'

/** Data of providers other than prices: lists, tables, and the keys of users. */
export function sourcesFeature({ bus, config, db, logger, now, secret, closing }: Platform, masterKey: MasterKey) {
  const providers = SOURCES
  const calls = new SourceCalls({ db, urls: config.sourceUrls, secret, now, closing: closing.signal })
  const index = new SourceIndex(db, now)
  const keys = new SourceKeys({ db, envelopes: new Envelopes(masterKey), calls, now })
  const tables = new SourceTables(now)
  const sources = new SourcesService({ db, providers, calls, index, keys, tables, logger })
  const lists = new RefreshLists({ db, providers, calls, index, keys, logger, now, closing: closing.signal })
  const known = openPointInTimeStore(join(config.dataDir, 'market'), now)
  const series = new SourceSeries({ db, sources, providers, calls, store: known, now })
  const dueSeries = new DueSeries({ db, sources, series, logger, now })
  const states = new RefreshSeries({ db, due: dueSeries, store: known, logger, now, closing: closing.signal })
  const onDue = (): void => bus.publish(SUBJECT, null)
  const switches = new SourceSwitches({ db, providers, keys, now, logger, onDue })
  let due: { unsubscribe(): void } | null = null
  return {
    sources,
    series,
    known,
    handlers: {
      listSourceProviders: () => sources.providers(),
      listSourceDatabases: () => sources.databases(),
      getSourceDatabase: ({ params }) => sources.database(params.provider, params.code),
      listSourceDatasets: ({ query, login }) => sources.datasets(query, login?.user.id ?? null),
      getSourceDataset: ({ params, query, userId }) =>
        sources.dataset(params.provider, params['*'], query.apiKey ?? null, userId),
      getSourceKey: async ({ params, userId }) => ({
        key: await keys.masked(userId, await sources.provider(params.provider)),
      }),
      saveSourceKey: async ({ params, body, userId }) => ({
        key: await keys.save(userId, await sources.provider(params.provider), body.key),
      }),
      listSourceSwitches: ({ login }) => switches.list(login),
      switchSource: ({ params, body, login }) => switches.change(params.provider, body, login),
    },
    async work(): Promise<void> {
      due = bus.subscribe(SUBJECT, () => void lists.look())
      lists.start()
      states.start()
    },
    async stop(): Promise<void> {
      due?.unsubscribe()
      await Promise.all([lists.stop(), states.stop()])
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type SourcesFeature = ReturnType<typeof sourcesFeature>
