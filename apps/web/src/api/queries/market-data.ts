import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'

export const instrumentsQuery = queryOptions({
  queryKey: ['instruments'],
  queryFn: ({ signal }) => call('listInstruments', { signal }),
})

export const importFormatsQuery = queryOptions({
  queryKey: ['import-formats'],
  queryFn: ({ signal }) => call('listImportFormats', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => call('listImports', { signal }),
})
