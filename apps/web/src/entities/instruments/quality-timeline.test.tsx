import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import type { DayGrade, Defect } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { cellLevel, cellText, qualityRows, shareText } from './quality-cells.ts'
import { QualityTimeline } from './quality-timeline.tsx'

const DAY = 86_400_000
const FIRST = Date.UTC(2024, 0, 30)

/** Tuesday to Thursday: complete, half missing, nothing. */
const DAYS: DayGrade[] = [
  [FIRST, 1440, 1440, 0],
  [FIRST + DAY, 1440, 700, 720],
  [FIRST + 2 * DAY, 1440, 0, 1440],
]
const GAP: Defect = { kind: 'gap', from: FIRST + DAY, to: FIRST + DAY + 720 * 60_000, count: 720 }

describe('timeline cells', () => {
  it('are days in rows of months', () => {
    const { unit, rows } = qualityRows(DAYS)
    expect(unit).toBe('day')
    expect(rows.map(({ label, cells }) => [label, cells.length, cells.filter(Boolean).length])).toEqual([
      ['2024-01', 31, 2],
      ['2024-02', 1, 1],
    ])
    expect(rows[0]?.cells[29]).toMatchObject({ from: FIRST, good: 1440 })
  })

  it('are weeks in rows of years for several years of data', () => {
    const years = Array.from({ length: 900 }, (_, index): DayGrade => [FIRST + index * DAY, 10, 9, 1])
    const { unit, rows } = qualityRows(years)
    expect([unit, rows.map(({ label }) => label)]).toEqual(['week', ['2024', '2025', '2026']])
    expect(rows[1]?.cells).toHaveLength(53)
    expect(rows[1]?.cells[0]).toMatchObject({ expected: 70, good: 63, missing: 7 })
  })

  it('have descriptions, without rounding up to 100%', () => {
    const cell = qualityRows(DAYS).rows[0]?.cells[30]
    if (!cell) throw new Error('a cell is expected')
    expect(cellLevel(cell)).toBe(1)
    expect(cellText(cell, 'day', 'M1 bars', [GAP])).toBe(
      '2024-01-31: 48.6% good (poor); 720 of 1,440 M1 bars missing; 20 with defects; 1 gap',
    )
    expect(shareText(9_999, 10_000)).toBe('99.9%')
  })
})

it('moves through cells with the arrow keys, across rows, and describes the focused cell', () => {
  render(<QualityTimeline label="Quality" days={DAYS} defects={[GAP]} slot="M1 bars" />, { wrapper: MantineProvider })
  const first = screen.getByLabelText(/^2024-01-30/)
  expect(first.tabIndex).toBe(0)
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  const second = screen.getByLabelText(/^2024-01-31/)
  expect(document.activeElement).toBe(second)
  expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0])
  expect(screen.getByText(/2024-01-31: 48\.6% good/)).toBeTruthy()
  fireEvent.keyDown(second, { key: 'ArrowRight' })
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^2024-02-01: no data, 1,440 M1 bars missing/)
})
