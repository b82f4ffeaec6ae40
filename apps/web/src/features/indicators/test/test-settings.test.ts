import type { MarketInstrument } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { firstTestSettings, isSaturday, testProblems, type TestSettings, toIndicatorTest } from './test-settings.ts'

const SPAN = { first: Date.UTC(2024, 0, 1), last: Date.UTC(2024, 2, 30, 20) }
const INSTRUMENT = {
  id: 'EURUSD:TEST',
  displaySymbol: 'EUR/USD',
  calendar: 'forex',
  series: [{ interval: 'M1', rows: 10, ...SPAN, stretches: [SPAN] }],
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

  it('refuse Saturdays and other days that a test cannot have, at their field', () => {
    const refused = (startDay: string, endDay: string) =>
      testProblems({ ...SETTINGS, startDay, endDay }, { instrument: INSTRUMENT, now: Date.UTC(2026, 0, 1) })
    const saturday = 'Please choose another day than a Saturday'
    expect(refused('2024-02-03', '2024-03-09')).toEqual({ startDay: saturday, endDay: saturday })
    expect(refused('2019-12-31', '2026-01-02')).toEqual({
      startDay: 'Tests begin on 01/01/2020 at the earliest',
      endDay: 'Tests end today at the latest',
    })
    expect(refused('2023-12-29', '2024-03-08')).toEqual({
      startDay: 'Price data for EUR/USD unavailable before 01/01/2024',
    })
    expect(refused('2024-03-08', '2024-04-09')).toEqual({
      endDay: 'Price data for EUR/USD unavailable after 03/30/2024',
    })
    expect(refused('2024-02-02', '2024-03-08')).toEqual({})
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
    expect(testProblems(SETTINGS, { takesOther: true })).toEqual({ otherInstrumentId: message })
    const settings = { ...SETTINGS, otherInstrumentId: 'GBPUSD:TEST' }
    const other = { ...INSTRUMENT, id: 'GBPUSD:TEST' }
    expect(testProblems(settings, { takesOther: true })).toEqual({})
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

  it('begin where data of less than a month begins', () => {
    const day = { first: Date.UTC(2024, 0, 10), last: Date.UTC(2024, 0, 10, 20) }
    const short = { ...INSTRUMENT, series: [{ interval: 'M1', rows: 10, ...day, stretches: [day] }] }
    const settings = firstTestSettings([], [short as unknown as MarketInstrument], Date.UTC(2026, 0, 1))
    expect(settings).toMatchObject({ startDay: '2024-01-10', endDay: '2024-01-10' })
    expect(testProblems(settings, { instrument: short as unknown as MarketInstrument })).toEqual({})
  })
})
