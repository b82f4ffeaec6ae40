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

const DAY = 86_400_000
const PREVIEW_BARS = 250
/** Of a period shorter than this, days would be too few points. */
const SHORT = 30 * DAY

/** Bid bars of the end of a period, for a small curve. */
export function previewQuery(instrumentId: string, first: number, last: number) {
  const interval = last - first < SHORT ? ('H1' as const) : ('D1' as const)
  const query = {
    instrumentId,
    interval,
    start: new Date(first).toISOString(),
    end: new Date(last + 1).toISOString(),
    limit: PREVIEW_BARS,
    sides: 'bid' as const,
  }
  return queryOptions({
    queryKey: ['market-preview', instrumentId, first, last],
    queryFn: ({ signal }) => call('historicalPrices', { query, signal }),
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
