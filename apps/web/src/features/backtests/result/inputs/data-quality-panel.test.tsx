import { MantineProvider } from '@mantine/core'
import type { BacktestDetail, RunDataQuality } from '@tradeloom/contracts'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DataQualityPanel, defectSentence } from './data-quality-panel.tsx'

const PROFIT: RunDataQuality['profit'] = {
  rows: 5, near: 4, positions: 57, profit: 12.3, totalProfit: 340, share: 12.3 / 340,
} // prettier-ignore

const DAY = Date.UTC(2024, 1, 5)

function quality(changes: Partial<RunDataQuality> = {}): RunDataQuality {
  return {
    interval: 'M1', price: 'quote', from: DAY, to: DAY + 86_400_000, good: 1427, all: 1440, missing: 12,
    goodPercent: 99.09, counts: { gap: 1, jump: 1 }, scaleFactor: 1, shift: null,
    days: [[DAY, 1440, 1427, 12]], profit: PROFIT, ...changes,
  } // prettier-ignore
}

function show(dataQuality: RunDataQuality | null): void {
  const result = { dataQuality, accountCurrency: 'USD', instrumentId: 'EURUSD:OANDA' } as BacktestDetail
  render(
    <MantineProvider env="test">
      <DataQualityPanel result={result} />
    </MantineProvider>,
  )
}

describe('defectSentence', () => {
  it.each([
    [
      {},
      '4 of 57 positions were opened or closed within 5 bars of a defect in the prices; they earned +12.30 of +340.00, 3.6% of the profit.',
    ],
    [
      { near: 1, profit: -2, share: -2 / 340 },
      '1 of 57 positions was opened or closed within 5 bars of a defect in the prices; it earned −2.00 of +340.00, −0.6% of the profit.',
    ],
    [
      { totalProfit: -50, share: null },
      '4 of 57 positions were opened or closed within 5 bars of a defect in the prices; they made +12.30 of a total of −50.00.',
    ],
    [{ near: 0, profit: 0, share: 0 }, 'No position was opened or closed within 5 bars of a defect in the prices.'],
    [
      { near: 0, positions: 0, profit: 0, share: null },
      'There were no positions that defects in the prices could affect.',
    ],
  ] as const)('states the profit of positions near defects (%#)', (changes, text) => {
    expect(defectSentence(quality({ profit: { ...PROFIT, ...changes } }))).toBe(text)
  })

  it('counts minutes for a run on ticks', () => {
    expect(defectSentence(quality({ interval: 'Tick' }))).toContain('within 5 minutes of')
  })
})

describe('DataQualityPanel', () => {
  it('shows the grade, the share of profit and the defects', () => {
    show(quality())
    for (const text of [
      'Complete',
      '99.09%',
      '3.6%',
      'Good M1 bars in the period',
      'of 1,440',
      'Found: 1 gap, 1 price jump.',
    ]) {
      expect(screen.getAllByText(text).length).toBeGreaterThan(0)
    }
    expect(screen.getByLabelText(/^2024-02-05: 99\.0% good \(complete\)/)).toBeTruthy()
  })

  it('warns of a wrong time zone and a wrong scale, however complete the data', () => {
    show(quality({ shift: { hours: 2, by: 'week', weeks: 4, of: 5 }, scaleFactor: 100 }))
    expect(screen.getAllByText('Poor').length).toBe(2)
    expect(screen.getByText(/off by 2 h in 4 of 5 weeks/)).toBeTruthy()
    expect(screen.getByText(/about 100 times too high/)).toBeTruthy()
  })

  it('is hidden for a result without a grade', () => {
    show(null)
    expect(screen.queryByText('Data quality')).toBeNull()
  })

  it('grades each market of a run with several, and shows the worst grade at the top', () => {
    const poor = { ...quality({ good: 100, goodPercent: 6.94 }), instrumentId: 'GBPUSD:OANDA' }
    show(quality({ markets: [poor] }))
    const own = screen.getByRole('region', { name: 'Data quality of EURUSD:OANDA' })
    const other = screen.getByRole('region', { name: 'Data quality of GBPUSD:OANDA' })
    expect(own.textContent).toContain('99.09%')
    expect(other.textContent).toContain('6.94%')
    expect(other.textContent).toContain('Poor')
    expect(screen.getByRole('heading', { level: 2 }).parentElement?.textContent).toContain('Poor')
  })
})
