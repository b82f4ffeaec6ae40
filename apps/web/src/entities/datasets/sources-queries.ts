import { DATASETS_PAGE } from '@tradeloom/contracts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const sourceProvidersQuery = queryOptions({
  queryKey: ['source-providers'],
  queryFn: ({ signal }) => call('listSourceProviders', { signal }),
})

export const sourceDatabasesQuery = queryOptions({
  queryKey: ['source-databases'],
  queryFn: ({ signal }) => call('listSourceDatabases', { signal }),
})

/** Datasets of a database (`{provider}/{code}`), or those that a search finds. */
export type DatasetsOf = { readonly database: string } | { readonly search: string }

/** Datasets from the place `start` on. */
export function sourceDatasetsQuery(of: DatasetsOf, start: number) {
  return queryOptions({
    queryKey: ['source-datasets', of, start],
    queryFn: ({ signal }) => call('listSourceDatasets', { query: { ...of, start, count: DATASETS_PAGE }, signal }),
  })
}

/** A dataset by its place. */
export interface DatasetPlace {
  readonly provider: string
  readonly code: string
}

export const loadDataset = ({ provider, code }: DatasetPlace, apiKey?: string, signal?: AbortSignal) =>
  call('getSourceDataset', {
    params: { provider, '*': code },
    query: apiKey === undefined ? {} : { apiKey },
    ...(signal ? { signal } : {}),
  })

export function sourceDatasetQuery({ provider, code }: DatasetPlace) {
  return queryOptions({
    queryKey: ['source-dataset', provider, code],
    queryFn: ({ signal }) => loadDataset({ provider, code }, undefined, signal),
    // The provider counts each attempt.
    retry: false,
    staleTime: 15 * 60_000,
  })
}

export function sourceKeyQuery(provider: string) {
  return queryOptions({
    queryKey: ['source-key', provider],
    queryFn: ({ signal }) => call('getSourceKey', { params: { provider }, signal }),
  })
}
