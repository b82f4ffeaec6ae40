import { describe, expect, it } from 'vitest'
import type { ImportSeries } from '../http/market-imports.ts'
import { gradeText, importedText, problemText, seriesNotes, seriesTitle } from './import-words.ts'

const START = Date.UTC(2012, 1, 1)
const SERIES: ImportSeries = {
  interval: 'M1',
  price: 'quote',
  rows: 30_117,
  quality: {
    first: START,
    last: START + 29 * 86_400_000,
    gaps: [{ start: START + 60_000, end: START + 300_000, missing: 4 }],
    scaleSuspect: false,
    scaleFactor: 1,
    shiftHours: 0,
  },
  grade: { missing: 124, goodPercent: 98.49, counts: { gap: 110, crossed: 374 } },
}

describe('texts about an import', () => {
  it('state the rows, their quality and every defect', () => {
    expect(seriesTitle(SERIES)).toBe('M1, bid and ask: 30,117 rows from 2012-02-01 00:00 to 2012-03-01 00:00 UTC')
    expect(gradeText(98.49)).toBe('98.4%')
    expect(seriesNotes(SERIES)).toEqual([
      '124 bars missing in 110 gaps, the largest from 2012-02-01 00:01 to 2012-02-01 00:05 UTC',
      '374 crossed quotes: their ask is below their bid',
    ])
    expect(importedText({ imported: 1, unchanged: 0, replaced: 12 })).toBe('1 new row, 12 replaced')
  })

  it('list first what makes all prices useless', () => {
    const quality = { ...SERIES.quality, shiftHours: -5, scaleSuspect: true, scaleFactor: 100_000 }
    expect(seriesNotes({ ...SERIES, quality, grade: null })).toEqual([
      'Time zone: weeks begin and end 5 hours too early. Import the files again with the right time zone.',
      'Scale: prices are about 100,000 times the usual price of this symbol.',
    ])
  })

  it('describe kinds of problems in plain words', () => {
    expect(problemText('badPrice', 3)).toBe('3 rows with impossible prices')
    expect(problemText('outOfOrder', 1)).toBe('1 row out of order, sorted')
    expect(problemText('somethingNew', 2)).toBe('2 somethingNew')
  })
})
