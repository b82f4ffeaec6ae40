import { type MarketInstrument, marketInstrument } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { sampleOf } from '../../testing/sample-of.ts'
import { withinLimits } from './run-limits.ts'

const NOW = Date.parse('2026-03-10T15:00:00Z')
const time = (text: string): number => Date.parse(text)
const SAMPLE = sampleOf(marketInstrument) as MarketInstrument

function instrument(broker: string, first: string, last: string, simulated = false): MarketInstrument {
  const [series] = SAMPLE.series
  if (series === undefined) throw new Error('The sample has no series')
  const span = { first: time(first), last: time(last) }
  return {
    ...SAMPLE,
    id: `EURUSD:${broker}`,
    broker,
    simulated,
    series: [{ ...series, interval: 'M1', ...span, stretches: [span] }],
  }
}

const HOSTED = { historyDays: 365, backtestBrokers: ['FXCM', 'OANDA'] }
const LONG = instrument('FXCM', '2020-01-01T00:00Z', '2026-03-10T14:00Z')

describe('the instruments of a run', () => {
  it('are all there with all their data on a self-hosted installation', () => {
    const all = [LONG, instrument('DUKASCOPY', '2020-01-01', '2021-01-01')]
    expect(withinLimits(all, { historyDays: null, backtestBrokers: null }, NOW)).toEqual(all)
    expect(withinLimits(all, null, NOW)).toEqual(all)
  })

  it('are not those that a venue quotes live, but has no stored prices of', () => {
    const quoted: MarketInstrument = { ...LONG, id: 'EURUSD:SIM2', series: [], status: 'active', simulated: true }
    expect(withinLimits([LONG, quoted, { ...quoted, simulated: false, status: 'delisted' }], null, NOW)).toEqual([LONG])
  })

  it('are those whose prices can be fetched from a venue that lists them', () => {
    const listed: MarketInstrument = { ...LONG, id: 'BTCUSDT:BINANCE', series: [], status: 'active', simulated: false }
    expect(withinLimits([listed], null, NOW)).toEqual([listed])
  })

  it('begin one year back and end yesterday on a hosted one', () => {
    const [limited] = withinLimits([LONG], HOSTED, NOW)
    const span = { first: time('2025-03-10'), last: time('2026-03-10') - 1 }
    expect(limited?.series[0]).toMatchObject({ ...span, stretches: [span] })
  })

  it('are those of two brokers and the simulated ones on a hosted one', () => {
    const all = ['FXCM', 'DUKASCOPY', 'OANDA'].map((broker) => instrument(broker, '2026-01-01', '2026-02-01'))
    const simulated = instrument('SIM', '2026-01-01', '2026-02-01', true)
    expect(withinLimits([...all, simulated], HOSTED, NOW).map(({ broker }) => broker)).toEqual(['FXCM', 'OANDA', 'SIM'])
  })

  it('have no data if all of it is too old', () => {
    expect(withinLimits([instrument('OANDA', '2020-01-01', '2021-01-01')], HOSTED, NOW)[0]?.series).toEqual([])
  })
})
