import type { MarketInstrument } from '@tradeloom/contracts'
import { defaultModels, defineInstrument, listInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'
import { firstSettings, type RunToRepeat } from './first-settings.ts'
import { defaultDays, isClosedDay, runPeriod } from './run-period.ts'
import { parseExternal } from './parse-external.ts'
import { externalTexts, type RunSettings, toRequest, validateSettings } from './run-settings.ts'

const ALGORITHM = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const VERSION = '01a1fcbd-ca32-7065-a0e0-bc608310879b'

function instrument(changes: Partial<MarketInstrument> = {}): MarketInstrument {
  return {
    ...listInstrument(defineInstrument('EURUSD:OANDA')),
    marginRatios: {},
    tradingOpen: false,
    series: [
      {
        interval: 'M1',
        price: 'quote',
        rows: 1000,
        first: Date.parse('2012-01-02T00:00:00Z'),
        last: Date.parse('2012-03-30T20:59:00Z'),
        stretches: [{ first: Date.parse('2012-01-02T00:00:00Z'), last: Date.parse('2012-03-30T20:59:00Z') }],
        sharedMonths: 1,
        privateMonths: 0,
        damagedMonths: [],
        goodShare: 1,
        months: [],
      },
    ],
    ...changes,
  }
}

type Series = MarketInstrument['series'][number]

function endingAt(series: Series, text: string): Series {
  const last = Date.parse(text)
  return { ...series, last, stretches: [{ first: series.first, last }] }
}

const valid = (changes: Partial<RunSettings> = {}): RunSettings => ({
  ...firstSettings(VERSION, [{ name: 'fast', defaultValue: 11 }, { name: 'slow' }], [instrument()], null, null),
  ...changes,
})

describe('firstSettings', () => {
  it('starts with the last month of the data', () => {
    expect(valid()).toMatchObject({
      startDay: '2012-02-29',
      endDay: '2012-03-30',
      resolution: 1,
      initialBalance: 10_000,
    })
  })

  it('moves an end on a closed Saturday back, unless the market never closes', () => {
    const [first] = instrument().series
    const series = [endingAt(first!, '2012-03-31T23:50:00Z')]
    expect(defaultDays(instrument({ series }), 1).endDay).toBe('2012-03-30')
    expect(defaultDays(instrument({ series, calendar: 'always' }), 1).endDay).toBe('2012-03-31')
    expect(isClosedDay(instrument(), '2012-03-31')).toBe(true)
    expect(isClosedDay(instrument(), '2012-04-01')).toBe(false)
  })

  it('ends with the last full day, unless there is no other', () => {
    const [first] = instrument().series
    const until = (last: string, calendar: 'forex' | 'always' = 'forex') =>
      defaultDays(instrument({ series: [endingAt(first!, last)], calendar }), 1).endDay
    expect(until('2012-03-29T11:00:00Z')).toBe('2012-03-28')
    expect(until('2012-03-29T23:41:00Z')).toBe('2012-03-29')
    expect(until('2012-03-30T20:40:00Z')).toBe('2012-03-30')
    expect(until('2012-03-30T20:40:00Z', 'always')).toBe('2012-03-29')
    expect(until('2012-01-02T11:00:00Z')).toBe('2012-01-02')
  })

  it('starts in the last period of data that has gaps', () => {
    const [first] = instrument().series
    const stretches = [
      { first: Date.parse('2011-01-03T00:00:00Z'), last: Date.parse('2011-02-28T23:59:00Z') },
      { first: Date.parse('2012-03-19T00:00:00Z'), last: Date.parse('2012-03-30T20:59:00Z') },
    ]
    expect(defaultDays(instrument({ series: [{ ...first!, stretches }] }), 1)).toEqual({
      startDay: '2012-03-19',
      endDay: '2012-03-30',
    })
  })

  it('prefers real data to simulated', () => {
    const made = instrument({ id: 'EURUSD:SIM', broker: 'SIM', simulated: true })
    const real = instrument({ id: 'GBPUSD:FXCM', symbol: 'GBPUSD' })
    expect(firstSettings(VERSION, [], [made, real], null, null).instrumentId).toBe('GBPUSD:FXCM')
  })

  it('does not prefer short or poor imports', () => {
    const [first] = instrument().series
    const made = instrument({ id: 'EURUSD:SIM', broker: 'SIM', simulated: true })
    const span = { first: first!.last - 3_600_000, last: first!.last }
    const hour = { ...first!, ...span, stretches: [span], rows: 60 }
    const short = instrument({ id: 'AAPL:TRY', symbol: 'AAPL', series: [hour] })
    const poor = instrument({ id: 'EURUSD:TRY', broker: 'TRY', series: [{ ...first!, goodShare: 0.4 }] })
    const good = instrument({ id: 'EURUSD:ZRH', broker: 'ZRH' })
    expect(firstSettings(VERSION, [], [short, poor, made], null, null).instrumentId).toBe('EURUSD:SIM')
    expect(firstSettings(VERSION, [], [good, instrument(), made], null, null).instrumentId).toBe('EURUSD:OANDA')
    expect(firstSettings(VERSION, [], [instrument(), good], null, null).instrumentId).toBe('EURUSD:OANDA')
  })

  it("prefers the instrument of the user's last run", () => {
    const other = instrument({ id: 'GBPUSD:FXCM', symbol: 'GBPUSD' })
    const chosen = (id: string) => firstSettings(VERSION, [], [instrument(), other], null, null, id).instrumentId
    expect(chosen('GBPUSD:FXCM')).toBe('GBPUSD:FXCM')
    expect(chosen('GONE:FXCM')).toBe('EURUSD:OANDA')
  })

  it('repeats on the instrument of the run alone, and asks for another if it is gone', () => {
    const run = {
      algorithmVersionId: VERSION,
      instrumentId: 'GONE:FXCM',
      externals: {},
      start: '2012-03-01T00:00:00.000Z',
      end: '2012-03-09T00:00:00.000Z',
      interval: 'H1',
      resolution: 1,
      initialBalance: 10_000,
      models: defaultModels(),
      lambda: false,
    } as unknown as RunToRepeat['run']
    const again = firstSettings(VERSION, [], [instrument()], { run, tables: null }, null)
    expect(again).toMatchObject({ instrumentId: 'GONE:FXCM', startDay: '2012-03-01', endDay: '2012-03-08' })
    expect(validateSettings(again, undefined)).toMatchObject({
      instrumentId: 'GONE:FXCM is no longer available. Please choose an instrument',
    })
  })

  it('fills in defaults of externals, unless a value is known', () => {
    expect(valid().externals).toEqual({ fast: '11', slow: '' })
    expect(externalTexts([{ name: 'fast', defaultValue: 11 }], { fast: '7' })).toEqual({ fast: '7' })
  })
})

describe('validateSettings', () => {
  it('accepts the defaults', () => {
    expect(validateSettings(valid(), instrument())).toEqual({})
  })

  it.each([
    [{ startDay: '2012-03-20', endDay: '2012-03-19' }, { endDay: 'End cannot be before start!' }],
    [{ startDay: '2011-12-01' }, { startDay: 'Price data for EUR/USD unavailable before 01/02/2012' }],
    [
      { startDay: '2013-01-01', endDay: '2013-02-01' },
      { startDay: 'Price data for EUR/USD unavailable after 03/30/2012' },
    ],
    [{ endDay: '2012-04-02' }, { endDay: 'Price data for EUR/USD unavailable after 03/30/2012' }],
    [{ startDay: null }, { startDay: 'Please choose a start date' }],
    [{ endDay: null }, { endDay: 'Please choose an end date' }],
    [{ resolution: 0 }, { startDay: 'Tick data for EUR/USD unavailable' }],
    [{ initialBalance: '' }, { initialBalance: 'Invalid number' }],
    [{ initialBalance: 0 }, { initialBalance: 'Initial balance must be more than 0' }],
    [{ externals: { fast: 'eleven' } }, { 'externals.fast': 'Invalid number' }],
    [{ versionId: null }, { versionId: 'Please save a version first' }],
  ] as const)('rejects %j with %j', (changes, errors) => {
    expect(validateSettings(valid(changes as Partial<RunSettings>), instrument())).toMatchObject(errors)
  })

  it('parses numbers as users type them', () => {
    expect(['1.5', ' -3 ', '−3', '1e3', '', 'x', 'Infinity'].map(parseExternal)).toEqual([
      1.5,
      -3,
      -3,
      1000,
      null,
      undefined,
      undefined,
    ])
  })
})

describe('toRequest', () => {
  it('covers whole UTC days, the last one included, and omits empty externals', () => {
    expect(toRequest(ALGORITHM, valid(), instrument(), [])).toMatchObject({
      start: '2012-02-29T00:00:00.000Z',
      end: '2012-03-31T00:00:00.000Z',
      externals: { fast: 11 },
      initialBalance: 10_000,
    })
  })

  it('ends with the last data when "End now" is checked', () => {
    const range = { first: 0, last: Date.parse('2012-03-30T20:59:00Z') }
    expect(runPeriod(valid({ isEndNow: true }), range)?.end).toBe(Date.parse('2012-03-30T21:00:00Z'))
  })

  it('may begin on a Saturday if the run to repeat did', () => {
    expect(validateSettings(valid({ startDay: '2012-03-10' }), instrument())).toEqual({})
  })

  it('needs every tick for an interval below one minute', () => {
    expect(validateSettings(valid({ interval: 'S30' }), instrument())['interval']).toBe(
      'Intervals below one minute need the resolution of every tick',
    )
  })
})
