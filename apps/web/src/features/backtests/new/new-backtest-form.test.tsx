import type { MarketInstrument } from '@tradeloom/contracts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MockReplies, mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

const [sampleInstrument] = sampleReply('listInstruments')
const [sampleSeries] = sampleInstrument?.series ?? []
const DATA = { first: Date.UTC(2024, 0, 1), last: Date.UTC(2024, 2, 29, 20, 59) }
const TICKS = { first: Date.UTC(2024, 2, 1), last: Date.UTC(2024, 2, 29, 20, 59) }
const instrument = {
  ...sampleInstrument,
  id: 'EURUSD:SIM',
  symbol: 'EURUSD',
  displaySymbol: 'EUR/USD',
  broker: 'SIM',
  series: [
    {
      ...sampleSeries,
      interval: 'M1',
      rows: 90_000,
      ...DATA,
      stretches: [DATA],
    },
    { ...sampleSeries, interval: 'Tick', rows: 900_000, ...TICKS, stretches: [TICKS] },
  ],
} as MarketInstrument
const [sampleVersion] = sampleReply('listVersions')
const version = { ...sampleVersion!, externals: [{ name: 'fast', defaultValue: 10 }], markets: [] }

const UNLIMITED = { backtestUnits: null, backtestTick: true, historyDays: null, backtestBrokers: null, isAdmin: false }

const REPLIES: MockReplies = {
  bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser', UNLIMITED) }),
  getAlgorithmBacktestTotals: sampleReply('getAlgorithmBacktestTotals', { count: 0 }),
  getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: false }),
  listVersions: [version],
  listInstruments: [instrument],
  listAlgorithmBacktests: [],
  listBacktests: [],
}

async function open(): Promise<void> {
  renderPage(`/algorithms/${ID}/backtest`)
  await userEvent.click(await screen.findByRole('button', { name: 'New Backtest' }))
  await screen.findByLabelText('Start (UTC)')
}

async function type(label: string, text: string): Promise<void> {
  const field = screen.getByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
  await userEvent.tab()
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('NewBacktestForm', () => {
  it('runs the chosen settings', async () => {
    const api = mockApi(REPLIES)
    await open()
    await type('fast', '12')
    await type('Initial balance (USD)', '2500')
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await waitFor(() => expect(api.requestsOf('runBacktest')).toHaveLength(1))
    expect(api.requestsOf('runBacktest')[0]?.body).toMatchObject({
      algorithmId: ID,
      algorithmVersionId: version.id,
      instrumentId: 'EURUSD:SIM',
      start: '2024-02-29T00:00:00.000Z',
      end: '2024-03-30T00:00:00.000Z',
      initialBalance: 2500,
      externals: { fast: 12 },
    })
  })

  it('shows errors while editing, and does not run with them', async () => {
    const api = mockApi(REPLIES)
    await open()
    await type('fast', 'ten')
    expect(screen.getByText('Invalid number')).toBeTruthy()
    await type('End (UTC, this day included)', '02/01/2024')
    expect(screen.getByText('End cannot be before start!')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    expect(api.requestsOf('runBacktest')).toEqual([])
    await type('fast', '10')
    expect(screen.queryByText('Invalid number')).toBeNull()
    expect(screen.getByText('End cannot be before start!')).toBeTruthy()
  })

  it('shows an error of the server at its field', async () => {
    const fields = { start: 'The market was closed' }
    const body = { code: 'invalid-input', kind: 'invalid-input', message: 'The market was closed', fields }
    mockApi({ ...REPLIES, runBacktest: () => Response.json(body, { status: 400 }) })
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await waitFor(() => expect(screen.getByLabelText('Start (UTC)').getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('The market was closed')).toBeTruthy()
  })

  it('never replaces a typed day: outside the data, and without being a day, its field says why', async () => {
    const api = mockApi(REPLIES)
    await open()
    const [start, end] = ['Start (UTC)', 'End (UTC, this day included)']
    const valueOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
    await type(start, '12/04/2023')
    await type(end, '04/02/2024')
    expect([valueOf(start), valueOf(end)]).toEqual(['12/04/2023', '04/02/2024'])
    expect(screen.getByText('Price data for EUR/USD unavailable before 01/01/2024')).toBeTruthy()
    await type(start, '03/04/2024')
    expect(screen.getByText('Price data for EUR/USD unavailable after 03/29/2024')).toBeTruthy()
    await type(end, '02/30/2024')
    expect(screen.getByText('Please choose an end date')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    expect(api.requestsOf('runBacktest')).toEqual([])
  })

  it('closes the question about externals with Escape, which leads to the first of them, and itself with the next', async () => {
    mockApi({ ...REPLIES, listVersions: [{ ...version, externals: [{ name: 'fast' }] }] })
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await screen.findByText('Externals value not set! Continue anyway? Without a value: fast')
    expect(screen.getByRole('button', { name: 'Set values' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText(/Externals value not set!/)).toBeNull())
    expect(screen.getByLabelText('Start (UTC)')).toBeTruthy()
    // The question leads to the field that it named.
    expect(document.activeElement).toBe(screen.getByLabelText('fast'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByLabelText('Start (UTC)')).toBeNull())
  })

  it('keeps the days when the resolution changes', async () => {
    mockApi(REPLIES)
    await open()
    await type('Start (UTC)', '02/05/2024')
    await type('End (UTC, this day included)', '03/12/2024')
    await userEvent.click(screen.getByRole('radio', { name: 'Every tick' }))
    expect((screen.getByLabelText('Start (UTC)') as HTMLInputElement).value).toBe('02/05/2024')
    expect(screen.getByText('Tick data for EUR/USD unavailable before 03/01/2024')).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: 'Minute' }))
    expect(screen.queryByText(/unavailable/)).toBeNull()
    expect((screen.getByLabelText('End (UTC, this day included)') as HTMLInputElement).value).toBe('03/12/2024')
  })

  it('keeps the days for another instrument with data there, else says that it moved them', async () => {
    const other = (id: string, span: typeof DATA) => ({
      ...instrument,
      id,
      displaySymbol: id,
      series: [{ ...instrument.series[0]!, ...span, stretches: [span] }],
    })
    const old = { first: Date.UTC(2014, 0, 1), last: Date.UTC(2014, 2, 28, 20, 59) }
    mockApi({ ...REPLIES, listInstruments: [instrument, other('SAME:SIM', DATA), other('OLD:SIM', old)] })
    await open()
    await type('Start (UTC)', '02/05/2024')
    const choose = async (name: RegExp) => {
      await userEvent.click(screen.getByRole('combobox', { name: 'Instrument' }))
      await userEvent.click(await screen.findByRole('option', { name }))
    }
    await choose(/^SAME:SIM/)
    expect((screen.getByLabelText('Start (UTC)') as HTMLInputElement).value).toBe('02/05/2024')
    await choose(/^OLD:SIM/)
    expect((screen.getByLabelText('Start (UTC)') as HTMLInputElement).value).toBe('02/28/2014')
    expect(screen.getByText(/Start and end were moved to its last month/)).toBeTruthy()
  })

  it('moves days that are typed for a closed Saturday into the period', async () => {
    const api = mockApi(REPLIES)
    await open()
    await type('Start (UTC)', '03/02/2024')
    await type('End (UTC, this day included)', '03/23/2024')
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await waitFor(() => expect(api.requestsOf('runBacktest')).toHaveLength(1))
    expect(api.requestsOf('runBacktest')[0]?.body).toMatchObject({
      start: '2024-03-03T00:00:00.000Z',
      end: '2024-03-23T00:00:00.000Z',
    })
  })
})

describe('a package with limits', () => {
  const withUser = (changes: object): MockReplies => ({
    ...REPLIES,
    bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser', { ...UNLIMITED, ...changes }) }),
  })

  it('says how many compute units a run takes, and does not run when too few are left', async () => {
    mockApi(withUser({ backtestUnits: 0 }))
    await open()
    expect(screen.getByRole('alert').textContent).toBe(
      'This would use 1 backtest compute units. You have 0 remaining. Upgrade',
    )
    expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/pricing')
    expect(screen.getByRole('button', { name: 'Run' }).hasAttribute('disabled')).toBe(true)
  })

  it('says what is left when there are enough', async () => {
    mockApi(withUser({ backtestUnits: 500 }))
    await open()
    expect(screen.getByText('1 of your remaining 500 backtest compute units will be used')).toBeTruthy()
  })

  it('explains why every tick cannot be chosen', async () => {
    mockApi(withUser({ backtestTick: false }))
    await open()
    expect(screen.getByText('Backtesting every tick is available with our premium packages.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Premium packages' }).getAttribute('href')).toBe('/pricing')
    expect(screen.getByRole('radio', { name: 'Every tick' }).hasAttribute('disabled')).toBe(true)
  })

  it('lets administrators alone choose Non Lambda', async () => {
    const api = mockApi(withUser({ isAdmin: true }))
    await open()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Non Lambda' }))
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await waitFor(() => expect(api.requestsOf('runBacktest')[0]?.body).toMatchObject({ lambda: true }))
  })
})
