import { describe, expect, it } from 'vitest'
import { type StoredPosition, viewPosition } from './backtest-views.ts'
import { CSV_HEAD, csvLines } from './positions-csv.ts'

/** A position of an engine that did not record costs and excursions. */
const OLD: StoredPosition = {
  id: 1,
  instrumentId: '=EURUSD:SIM',
  direction: 'LONG',
  quantity: 1000,
  openTime: 0,
  openPrice: 1.1,
  closeTime: null,
  closePrice: null,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  profit: -2.5,
  pips: -1,
  commission: 0.5,
  status: 'OPEN',
  closeReason: null,
  ambiguous: false,
}

function rows(positions: readonly StoredPosition[]): Record<string, string>[] {
  const [head = '', ...lines] = `${CSV_HEAD}${csvLines(positions.map(viewPosition))}`.trim().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])))
}

describe('the list of positions as CSV', () => {
  it('leaves fields empty that an older result lacks', () => {
    expect(rows([OLD])[0]).toMatchObject({
      openTime: '1970-01-01T00:00:00.000Z',
      spreadCost: '',
      mae: '',
      bestProfit: '',
    })
  })

  it('contains costs, excursions and both profits of an ambiguous position', () => {
    const full = { ...OLD, spreadCost: 1, swapCost: -0.2, mae: -4, risk: 3, ambiguous: true }
    const [row] = rows([{ ...full, profitInterval: [-4, 6] }])
    expect(row).toMatchObject({
      spreadCost: '1',
      swapCost: '-0.2',
      mae: '-4',
      risk: '3',
      ambiguous: 'true',
      worstProfit: '-4',
      bestProfit: '6',
    })
  })

  it('contains no formulas for spreadsheets', () => {
    expect(rows([OLD])[0]?.['instrumentId']).toBe(`"'=EURUSD:SIM"`)
  })
})
