import { expect, it } from 'vitest'
import { validateImport } from '../imports/import-fields.ts'
import { type Month, monthLevel, monthRange, monthText } from './month-quality.ts'

const month = (changes: Partial<Month>): Month => ({
  month: '2012-02',
  rows: 1000,
  goodShare: 1,
  gaps: 0,
  missingBars: 0,
  duplicates: 0,
  crossed: 0,
  outliers: 0,
  jumps: 0,
  inconsistent: 0,
  flat: 0,
  closed: 0,
  scaleFactor: 1,
  shift: null,
  ...changes,
})

it.each([
  [undefined, 0],
  [month({ rows: 0, goodShare: 0 }), 0],
  [month({ scaleFactor: 100_000 }), 1],
  [month({ shift: { hours: 2, by: 'week', weeks: 4, of: 4 } }), 1],
  [month({ goodShare: 0.5 }), 1],
  [month({ goodShare: 0.8 }), 2],
  [month({ goodShare: 0.95 }), 3],
  [month({ goodShare: 0.985 }), 4],
] as const)('judges a month by the share that is good, and by its clock and unit (%#)', (one, level) => {
  expect(monthLevel(one)).toBe(level)
})

it('includes months without data between the first and the last', () => {
  expect(monthRange([month({ month: '2012-02' }), month({ month: '2011-12' })])).toEqual([
    '2011-12',
    '2012-01',
    '2012-02',
  ])
  expect(monthText('2012-01', undefined)).toBe('2012-01: no data')
  expect(monthText('2012-02', month({ crossed: 3 }))).toContain('3 crossed quotes')
})

it('requires files, a format and a full instrument id for an upload', () => {
  const empty = {
    files: [],
    format: null,
    instrumentId: 'EURUSD',
    timezone: '',
    interval: null,
    mapping: {},
    symbol: '',
    open: { asks: [], symbols: [] },
  }
  expect(Object.keys(validateImport(empty))).toEqual(['files', 'format', 'instrumentId'])
  const files = [new File(['x'], 'x.csv')]
  expect(validateImport({ ...empty, files, format: 'mt5', instrumentId: ' EURUSD:OANDA ' })).toEqual({})
})
