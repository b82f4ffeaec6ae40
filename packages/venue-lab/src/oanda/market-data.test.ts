import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OandaClient } from '../testing/oanda-client.fixture.ts'
import { type OandaLab, startOandaLab } from './start-oanda-lab.ts'

let lab: OandaLab
let client: OandaClient

beforeEach(async () => {
  lab = await startOandaLab()
  client = new OandaClient(lab)
  lab.quote('EUR_USD', '1.10000', '1.10010')
})
afterEach(() => lab.stop())

describe('accounts and prices', () => {
  it('lists the accounts of a key, and what one of them has', async () => {
    expect((await client.call('GET', '/v3/accounts')).body).toEqual({
      accounts: [
        { id: '101-004-1000001-001', tags: [] },
        { id: '101-004-1000001-002', tags: [] },
      ],
    })
    expect((await client.call('GET', '/summary')).body).toMatchObject({
      account: {
        currency: 'USD',
        balance: '100000.0000',
        NAV: '100000.0000',
        hedgingEnabled: false,
        marginUsed: '0.0000',
      },
    })
    expect((await client.call('GET', '')).body).toMatchObject({ account: { trades: [], positions: [], orders: [] } })
    expect((await client.call('GET', '/instruments?instruments=EUR_USD')).body).toMatchObject({
      instruments: [
        { name: 'EUR_USD', displayPrecision: 5, minimumTrailingStopDistance: '0.00050', marginRate: '0.0333' },
      ],
    })
  })

  it.each([
    [401, 'a key of the live side', 'live-token', '101-004-1000001-001'],
    [400, 'an account that nobody has', null, '101-004-1000001-009'],
  ])('answers %i to %s', async (status, _case, token, account) => {
    const other = new OandaClient(lab, account, token ?? lab.token)
    expect((await other.call('GET', '/summary')).status).toBe(status)
    expect((await other.stream('transactions')).status).toBe(status)
  })

  it('states a price with the factors of its currency', async () => {
    lab.quote('USD_JPY', '150.000', '150.010')
    const { body } = await client.call('GET', '/pricing?instruments=EUR_USD,USD_JPY')
    expect(body).toMatchObject({
      prices: [
        { instrument: 'EUR_USD', tradeable: true, bids: [{ price: '1.10000', liquidity: 10_000_000 }] },
        { instrument: 'USD_JPY', quoteHomeConversionFactors: { positiveUnits: '0.00663311223' } },
      ],
    })
  })

  it('streams the price of now and each that follows, with heartbeats between them', async () => {
    const stream = await client.stream('pricing', '?instruments=EUR_USD')
    await stream.count(1)
    lab.quote('EUR_USD', '1.10001', '1.10011')
    lab.setTradeable('EUR_USD', false)
    lab.clock.advanceTo(lab.clock.now() + 5000)
    expect(await stream.count(4)).toMatchObject([
      { type: 'PRICE', closeoutBid: '1.10000', tradeable: true },
      { type: 'PRICE', closeoutBid: '1.10001', tradeable: true },
      { type: 'PRICE', closeoutBid: '1.10001', tradeable: false, status: 'non-tradeable' },
      { type: 'HEARTBEAT' },
    ])
    expect(stream.differences).toEqual([])
    stream.close()
  })

  it('closes at the weekend of New York', async () => {
    const friday = Date.UTC(2026, 2, 6, 22)
    lab.clock.advanceTo(friday - 1)
    expect(lab.markets.get('EUR_USD')?.isTradeable).toBe(true)
    lab.clock.advanceTo(friday)
    expect(lab.markets.get('EUR_USD')?.isTradeable).toBe(false)
    // The clock was set forward in between.
    const sunday = Date.UTC(2026, 2, 8, 21)
    lab.clock.advanceTo(sunday - 1)
    expect(lab.markets.get('EUR_USD')?.isTradeable).toBe(false)
    lab.clock.advanceTo(sunday)
    expect(lab.markets.get('EUR_USD')?.isTradeable).toBe(true)
  })
})

describe('candles', () => {
  const times = (body: unknown): readonly string[] =>
    (body as { candles: readonly { time: string }[] }).candles.map(({ time }) => time.slice(11, 16))

  it('has bid and ask of each minute with a price, the forming one marked', async () => {
    const start = lab.clock.now()
    lab.clock.advanceTo(start + 30_000)
    lab.quote('EUR_USD', '1.10020', '1.10030')
    lab.clock.advanceTo(start + 120_000)
    lab.quote('EUR_USD', '1.09990', '1.10000')
    const { body } = await client.call('GET', '/instruments/EUR_USD/candles?price=BA&granularity=M1')
    expect(body['candles']).toEqual([
      {
        complete: true,
        volume: 2,
        time: '2026-03-02T12:00:00.000000000Z',
        bid: { o: '1.10000', h: '1.10020', l: '1.10000', c: '1.10020' },
        ask: { o: '1.10010', h: '1.10030', l: '1.10010', c: '1.10030' },
      },
      {
        complete: false,
        volume: 1,
        time: '2026-03-02T12:02:00.000000000Z',
        bid: { o: '1.09990', h: '1.09990', l: '1.09990', c: '1.09990' },
        ask: { o: '1.10000', h: '1.10000', l: '1.10000', c: '1.10000' },
      },
    ])
  })

  it('pages from a time, with or without the candle of that time, and refuses too many', async () => {
    const start = lab.clock.now()
    for (let minute = 1; minute < 6; minute++) {
      lab.clock.advanceTo(start + minute * 60_000)
      lab.quote('EUR_USD', '1.10000', '1.10010')
    }
    const path = '/v3/instruments/EUR_USD/candles?price=BA&granularity=M1'
    const from = new Date(start + 60_000).toISOString()
    expect(times((await client.call('GET', `${path}&from=${from}&count=2`)).body)).toEqual(['12:01', '12:02'])
    const after = await client.call('GET', `${path}&from=${from}&count=2&includeFirst=false`)
    expect(times(after.body)).toEqual(['12:02', '12:03'])
    expect(times((await client.call('GET', `${path}&count=2`)).body)).toEqual(['12:04', '12:05'])
    expect((await client.call('GET', `${path}&count=5001`)).status).toBe(400)
  })

  it('refuses a range of more candles than an answer has', async () => {
    const start = Date.UTC(2026, 1, 2)
    const prices = ['1.1', '1.1', '1.1', '1.1'] as const
    const minutes = Array.from({ length: 5001 }, (_, at) => ({
      time: start + at * 60_000,
      bid: prices,
      ask: prices,
      volume: 1,
    }))
    await lab.stop()
    lab = await startOandaLab({ history: { EUR_USD: minutes } })
    client = new OandaClient(lab)
    const path = '/v3/instruments/EUR_USD/candles?price=BA&granularity=M1'
    const range = (count: number): string =>
      `&from=${new Date(start).toISOString()}&to=${new Date(start + count * 60_000).toISOString()}`
    expect((await client.call('GET', `${path}${range(5001)}`)).status).toBe(400)
    expect(times((await client.call('GET', `${path}${range(5000)}`)).body)).toHaveLength(5000)
  })

  it('joins minutes into weeks and months', async () => {
    lab.clock.advanceTo(Date.UTC(2026, 2, 31, 23))
    lab.quote('EUR_USD', '1.20000', '1.20010')
    lab.clock.advanceTo(Date.UTC(2026, 3, 1, 1))
    lab.quote('EUR_USD', '1.30000', '1.30010')
    const starts = async (query: string): Promise<readonly string[]> => {
      const { body } = await client.call('GET', `/instruments/EUR_USD/candles?price=B&${query}`)
      return (body['candles'] as readonly { time: string }[]).map(({ time }) => time.slice(0, 13))
    }
    const utc = 'dailyAlignment=0&alignmentTimezone=UTC'
    expect(await starts(`granularity=W&weeklyAlignment=Monday&${utc}`)).toEqual(['2026-03-02T00', '2026-03-30T00'])
    expect(await starts(`granularity=M&${utc}`)).toEqual(['2026-03-01T00', '2026-04-01T00'])
    expect(await starts(`granularity=H4&${utc}`)).toEqual(['2026-03-02T12', '2026-03-31T20', '2026-04-01T00'])
    // In New York the clock was set forward meanwhile.
    expect(await starts('granularity=D')).toEqual(['2026-03-01T22', '2026-03-31T21'])
  })

  it('joins minutes into days that begin at 17:00 of New York, or at midnight on request', async () => {
    lab.clock.advanceTo(Date.UTC(2026, 2, 3, 1))
    lab.quote('EUR_USD', '1.20000', '1.20010')
    const path = '/instruments/EUR_USD/candles?price=B&granularity=D'
    const usual = await client.call('GET', path)
    expect(usual.body).toMatchObject({
      candles: [{ time: '2026-03-01T22:00:00.000000000Z', complete: true }, { time: '2026-03-02T22:00:00.000000000Z' }],
    })
    const midnight = await client.call('GET', `${path}&dailyAlignment=0&alignmentTimezone=UTC`)
    expect(midnight.body).toMatchObject({
      candles: [
        { time: '2026-03-02T00:00:00.000000000Z' },
        { time: '2026-03-03T00:00:00.000000000Z', complete: false },
      ],
    })
  })
})
