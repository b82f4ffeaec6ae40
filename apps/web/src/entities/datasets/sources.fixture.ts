import type {
  SourceDatabaseInfo,
  SourceDatasetInfo,
  SourceDatasetReply,
  SourceProviderInfo,
} from '@tradeloom/contracts'

const terms = { text: 'Data of the bank.', url: 'https://example.org/terms', keep: 'forever', shareable: true } as const

export const BANK: SourceProviderInfo = {
  name: 'bank',
  title: 'The Bank',
  isOn: true,
  keyNeed: 'required',
  signUp: { url: 'https://example.org/key', note: 'A 30-day free trial.' },
  terms,
}
export const OPEN: SourceProviderInfo = {
  ...BANK,
  name: 'open',
  title: 'Open Data',
  keyNeed: 'none',
  signUp: null,
  terms: { ...terms, text: 'Data of everybody.', keep: 'page' },
}

export function databaseOf(changes: Partial<SourceDatabaseInfo> = {}): SourceDatabaseInfo {
  return {
    code: 'R1',
    providerName: 'bank',
    name: 'Prices of goods',
    description: null,
    image: 'data:image/svg+xml,',
    premium: false,
    datasetsCount: 2,
    ...changes,
  }
}

export function datasetOf(code: string, changes: Partial<SourceDatasetInfo> = {}): SourceDatasetInfo {
  return { code, name: `Series ${code}`, providerName: 'bank', databaseCode: 'R1', ...changes }
}

export function replyOf(
  data: SourceDatasetReply['data'],
  meta: Partial<SourceDatasetReply['meta']> = {},
  error: string | null = null,
): SourceDatasetReply {
  const columns: SourceDatasetReply['meta']['columns'] = [
    { name: 'date', type: 'date', label: 'Date', unit: null },
    { name: 'VALUE', type: 'number', label: null, unit: null },
  ]
  const fetched = Date.UTC(2026, 10, 27, 14, 2)
  return { meta: { columns, order: 'asc', columnsCount: 1, fetched, dimensions: null, ...meta }, data, error }
}

export const VALUES = replyOf([
  ['2026-01-01', 1.5],
  ['2026-02-01', null],
  ['2026-03-01', 2.25],
])

const COLUMNS = [
  { name: 'date', type: 'date' as const, label: 'Date', unit: null },
  ...Array.from({ length: 20 }, (_, i) => ({
    name: `c${i + 1}`,
    type: 'number' as const,
    label: `Column ${i + 1}`,
    unit: null,
  })),
]
/** With more columns than are shown. */
export const WIDE = replyOf([['2026-01-01', ...COLUMNS.slice(1).map((_, i) => i + 0.5)]], {
  columns: COLUMNS,
  columnsCount: 54,
})
