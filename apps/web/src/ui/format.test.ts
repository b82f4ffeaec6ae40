import { describe, expect, it } from 'vitest'
import {
  cutText,
  formatAge,
  formatDays,
  formatDuration,
  formatLastDay,
  formatMinute,
  formatNumber,
  formatPercent,
  formatPlain,
  formatSigned,
  signClass,
} from './format.ts'

describe('formatting numbers', () => {
  it.each([
    [1.1, 5, '1.10000'],
    [-1234567.5, 2, '−1,234,567.50'],
    [-0.001, 2, '0.00'],
    [0, 0, '0'],
    [null, 2, '–'],
    [Number.NaN, 2, '–'],
    [Number.POSITIVE_INFINITY, 2, '–'],
  ])('formats %s with %s decimals as %s', (value, decimals, text) => {
    expect(formatNumber(value, decimals)).toBe(text)
  })

  it('signs gains and losses, but not what rounds to zero', () => {
    expect([4.6, -1.2, 0, 0.001, -0.001].map((value) => formatSigned(value))).toEqual([
      '+4.60',
      '−1.20',
      '0.00',
      '0.00',
      '0.00',
    ])
  })

  it('formats percentages without a space, and missing values as a dash', () => {
    expect(formatPercent(1.5)).toBe('1.50%')
    expect(formatPercent(-1.5, 1, true)).toBe('−1.5%')
    expect(formatPercent(null)).toBe('–')
  })

  it('keeps the decimals that a quantity has', () => {
    expect(formatPlain(0.00001)).toBe('0.00001')
    expect(formatPlain(-10000)).toBe('−10,000')
  })

  it('colors only gains and losses', () => {
    expect([1, -1, 0, null].map(signClass)).toEqual(['gain', 'loss', '', ''])
  })
})

describe('formatting times', () => {
  it('uses UTC whatever the time zone of the machine', () => {
    expect(formatMinute('2026-03-29T01:30:00Z')).toBe('2026-03-29 01:30')
    expect(formatMinute('nonsense')).toBe('–')
  })

  it('shows a period that ends at midnight as ending the day before', () => {
    expect(formatLastDay('2026-02-01T00:00:00Z')).toBe('2026-01-31')
    expect(formatLastDay('2026-02-01T12:00:00Z')).toBe('2026-02-01')
  })

  it('formats days and durations', () => {
    expect(formatDays('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z')).toBe('31 days')
    expect(formatDuration(450)).toBe('450 ms')
    expect(formatDuration(61_000)).toBe('1 min 01 s')
    expect(formatDuration(26 * 3_600_000)).toBe('1 d 2 h')
    expect(formatDuration(-1)).toBe('–')
  })

  it('is relative for less than an hour', () => {
    const now = Date.parse('2026-01-01T12:00:00Z')
    expect(formatAge(now - 12_000, now)).toBe('12 s ago')
    expect(formatAge(now - 7_200_000, now)).toBe('2026-01-01 10:00')
  })
})

describe('cutText', () => {
  it('cuts a description at a word boundary within the length', () => {
    const cut = cutText('word '.repeat(40).trim(), 98)
    expect(cut.length).toBeLessThanOrEqual(98)
    expect(cut.endsWith('word…')).toBe(true)
    expect(cutText('short', 98)).toBe('short')
  })

  it('shows a text of exactly the length in full, and cuts one character more', () => {
    for (const length of [97, 98]) expect(cutText('x'.repeat(length), 98)).toBe('x'.repeat(length))
    expect(cutText('x'.repeat(99), 98)).toBe(`${'x'.repeat(97)}…`)
  })

  it('counts what readers see as one character, and never cuts an emoji in two', () => {
    const family = '👨‍👩‍👧'
    expect(cutText(family.repeat(98), 98)).toBe(family.repeat(98))
    expect(cutText(family.repeat(99), 98)).toBe(`${family.repeat(97)}…`)
  })
})
