import { expect, it } from 'vitest'
import { datasetCsv } from './dataset-csv.ts'
import { replyOf } from '../../entities/datasets/sources.fixture.ts'

it('writes the columns that are shown with all their digits; what is missing is empty, and no text is a formula', () => {
  const columns = [
    { name: 'date', type: 'date' as const, label: 'Date', unit: null },
    { name: 'a', type: 'number' as const, label: 'A, "the" first', unit: 'Index' },
    { name: 'b', type: 'number' as const, label: null, unit: null },
    { name: 'c', type: 'text' as const, label: '=1+1', unit: null },
  ]
  const reply = replyOf(
    [
      ['2026-01-01', -0.1234567890123, 2, '=HYPERLINK("x")'],
      ['2026-02-01', null, 1e21, 'line\nbreak'],
    ],
    { columns },
  )
  expect(datasetCsv(reply, [0, 1, 3])).toBe(
    'Date,"A, ""the"" first (Index)",\'=1+1\r\n' +
      '2026-01-01,-0.1234567890123,"\'=HYPERLINK(""x"")"\r\n' +
      '2026-02-01,,"line\nbreak"\r\n',
  )
})
