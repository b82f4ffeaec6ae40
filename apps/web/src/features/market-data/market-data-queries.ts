import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const instrumentsQuery = queryOptions({
  queryKey: ['instruments'],
  queryFn: ({ signal }) => call('listInstruments', { signal }),
})

/** Days, months and defects of one series. */
export function marketQualityQuery(series: {
  readonly instrumentId: string
  readonly interval: string
  readonly price: 'quote' | 'trade'
}) {
  return queryOptions({
    queryKey: ['market-quality', series.instrumentId, series.interval, series.price],
    queryFn: ({ signal }) => call('getMarketQuality', { query: { ...series }, signal }),
  })
}

export const importFormatsQuery = queryOptions({
  queryKey: ['import-formats'],
  queryFn: ({ signal }) => call('listImportFormats', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => call('listImports', { signal }),
})

export const usageQuery = queryOptions({
  queryKey: ['market-usage'],
  queryFn: ({ signal }) => call('marketDataUsage', { signal }),
})

/** For administrators. */
export const privateDataQuery = queryOptions({
  queryKey: ['private-data'],
  queryFn: ({ signal }) => call('listPrivateData', { signal }),
})

export const calendarsQuery = queryOptions({
  queryKey: ['calendars'],
  queryFn: ({ signal }) => call('listCalendars', { signal }),
})
