import type { SourceProvider } from '@tradeloom/market-data/sources'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Feature } from '../../platform/feature.ts'

/** Data of providers other than prices: lists, tables, and the keys of users. */
export function sourcesFeature(providers: readonly SourceProvider[] = []) {
  const providerOf = (name: string): SourceProvider => {
    const provider = providers.find((one) => one.name === name)
    if (!provider) throw notFound('Data provider')
    return provider
  }
  return {
    handlers: {
      listSourceProviders: async () => [],
      listSourceDatabases: async () => ({ datasetsCount: 0, data: [] }),
      listSourceDatasets: async () => ({ found: 0, data: [] }),
      getSourceDatabase: async ({ params }) => {
        providerOf(params.provider)
        throw notFound('Database')
      },
      getSourceDataset: async ({ params }) => {
        providerOf(params.provider)
        throw notFound('Dataset')
      },
      getSourceKey: async ({ params }) => {
        providerOf(params.provider)
        return { key: null }
      },
      saveSourceKey: async ({ params }) => {
        throw notFound(providerOf(params.provider).title)
      },
      listSourceSwitches: async () => [],
      switchSource: async ({ params }) => {
        throw notFound(providerOf(params.provider).title)
      },
    },
  } as const satisfies Feature
}
