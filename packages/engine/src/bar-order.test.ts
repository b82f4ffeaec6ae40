import { defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { MINUTE, minuteBars, MONDAY, runScript, still } from './run.fixture.ts'

const HOUR = 60 * MINUTE
const messages = (
  source: string,
  ...rest: Parameters<typeof runScript> extends [string, ...infer Rest] ? Rest : never
) => runScript(source, ...rest).log.map(({ message }) => message)

const end = MONDAY + 61 * MINUTE

describe('bars that end at one moment', () => {
  const rising = minuteBars(still(...Array.from({ length: 61 }, (_, row) => (1_000 + row) / 1_000)))

  it('are all finished before the handler of the shortest one is called', () => {
    // At 01:00 the minute handler sees the hour that ended at 01:00.
    const source = `
      const average = indicators.SMA('H1', 1)
      const [minutes, hours] = [bars('M1'), bars('H1')]
      function onIntervalClose(bar) { if (now() % ${HOUR} === 0) log('M1', bar.close, hours.close(), average.value()) }
      every('H1', (hour) => { if (now() % ${HOUR} === 0) log('H1', hour.close, minutes.close()) })`
    expect(messages(source, rising, { end })).toEqual(['M1 1.059 1.059 1.059', 'H1 1.059 1.059'])
  })

  it('are finished in all markets first, whatever their lengths', () => {
    const other = defineInstrument('GBPUSD:TEST')
    const source = `
      const pound = market('GBPUSD')
      const hours = pound.bars('H1')
      function onIntervalClose() { if (now() % ${HOUR} === 0) log('EUR M1', hours.close()) }
      pound.every('H1', (hour) => log('GBP H1', hour.close))`
    const markets = [{ instrument: other, closures: [], swap: null, funding: null }]
    const series = [{ instrumentId: other.id, columns: rising }]
    expect(messages(source, rising, { markets, end }, series)).toEqual(['EUR M1 1.059', 'GBP H1 1.059'])
  })

  it('end as days of the instrument do', () => {
    const instrument = { ...defineInstrument('EURUSD:TEST'), dayEnd: 'new-york' as const, weekStart: 'monday' as const }
    // Prices every hour over a weekend without trading; Friday 2024-01-12 ends at 22:00 UTC.
    const start = MONDAY + 4 * 24 * HOUR + 20 * HOUR
    const friday = minuteBars(still(1.1, 1.2), 0, start, HOUR)
    const sunday = minuteBars(still(1.3, 1.4, 1.5), 0, start + 50 * HOUR, HOUR)
    const columns = { ...friday }
    for (const [name, column] of Object.entries(sunday)) {
      if (typeof column === 'string') continue
      const key = name as 'time'
      columns[key] = Float64Array.from([...friday[key], ...column])
    }
    const source = `
      function onIntervalClose() {}
      every('D1', (day) => log('D1', new Date(day.time).toISOString(), day.open, day.close, new Date(now()).toISOString()))
      every('W1', (week) => log('W1', new Date(week.time).toISOString(), week.close, new Date(now()).toISOString()))`
    const finest = { barIntervals: { 'EURUSD:TEST': 'H1' }, interval: 'H1' } as const
    expect(messages(source, columns, { instrument, start, end: start + 80 * HOUR, ...finest })).toEqual([
      'D1 2024-01-11T22:00:00.000Z 1.1 1.2 2024-01-12T22:00:00.000Z',
      // The week ends when its last day would have ended, before the first price of the next one.
      'W1 2024-01-07T22:00:00.000Z 1.2 2024-01-14T22:00:00.000Z',
      'D1 2024-01-14T22:00:00.000Z 1.3 1.5 2024-01-15T22:00:00.000Z',
    ])
  })
})
