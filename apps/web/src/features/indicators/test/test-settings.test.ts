import type { MarketInstrument } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { firstTestSettings, isSaturday, testProblems, type TestSettings, toIndicatorTest } from './test-settings.ts'

const INSTRUMENT = {
  id: 'EURUSD:TEST',
  series: [{ interval: 'M1', rows: 10, first: Date.UTC(2024, 0, 1), last: Date.UTC(2024, 2, 30, 20) }],
} as unknown as MarketInstrument
const SETTINGS: TestSettings = {
  instrumentId: 'EURUSD:TEST',
  otherInstrumentId: null,
  interval: 'H1',
  startDay: '2024-02-01',
  endDay: '2024-02-29',
  parameters: ['14', ' .5 ', '', `'close'`],
}

describe('the settings of an indicator test', () => {
  it('become a request with literals, null for an empty parameter, and the whole last day', () => {
    expect(toIndicatorTest(SETTINGS, [INSTRUMENT])).toEqual({
      instrument: INSTRUMENT,
      other: null,
      interval: 'H1',
      start: '2024-02-01T00:00:00.000Z',
      end: '2024-03-01T00:00:00.000Z',
      parameters: [14, 0.5, null, 'close'],
    })
  })

  it('name the parameter that is not a literal', () => {
    const settings = { ...SETTINGS, parameters: ['14', 'close'] }
    expect(testProblems(settings)).toEqual({
      'parameters.1': 'Could not parse close. Must use valid JavaScript literal notation',
    })
    expect(toIndicatorTest(settings, [INSTRUMENT])).toBeNull()
  })

  it('cannot end before they start', () => {
    expect(testProblems({ ...SETTINGS, endDay: '2024-01-31' })).toEqual({ endDay: 'End cannot be before start!' })
    expect(testProblems({ ...SETTINGS, endDay: SETTINGS.startDay })).toEqual({})
  })

  it('need an instrument, a start and an end', () => {
    expect(testProblems({ ...SETTINGS, instrumentId: null, startDay: null, endDay: null })).toEqual({
      instrumentId: 'Please choose an instrument',
      startDay: 'Please choose a start',
      endDay: 'Please choose an end',
    })
  })

  it('need a second instrument for an indicator that compares two', () => {
    const message = 'Please choose an instrument to compare with'
    expect(testProblems(SETTINGS, true)).toEqual({ otherInstrumentId: message })
    const settings = { ...SETTINGS, otherInstrumentId: 'GBPUSD:TEST' }
    const other = { ...INSTRUMENT, id: 'GBPUSD:TEST' }
    expect(testProblems(settings, true)).toEqual({})
    expect(toIndicatorTest(settings, [INSTRUMENT, other])).toMatchObject({ instrument: INSTRUMENT, other })
  })

  it('start with the last month of the data and the defaults as literals, never on a Saturday', () => {
    const parameters = [
      { name: 'period', defaultValue: 20 },
      { name: 'source', defaultValue: 'close' },
      { name: 'shift', defaultValue: null },
    ]
    const old = { ...INSTRUMENT, id: 'OLD', series: [{ ...INSTRUMENT.series[0]!, last: Date.UTC(2012, 2, 30) }] }
    const first = firstTestSettings(parameters, [old, INSTRUMENT], Date.UTC(2026, 0, 1))
    // The data ends on Saturday, March 30.
    expect(first).toMatchObject({
      instrumentId: 'EURUSD:TEST',
      startDay: '2024-02-29',
      endDay: '2024-03-29',
      parameters: ['20', '"close"', ''],
    })
    expect(isSaturday('2024-03-30')).toBe(true)
    expect(isSaturday('2024-03-29')).toBe(false)
  })
})
