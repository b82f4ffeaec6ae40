import type { MarketInstrument } from '@tradeloom/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorReply, type MockReplies, mockApi, sampleReply } from '../../../testing/mock-api.ts'
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
  listSeries: [],
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

  it('takes the values of externals in the question about them', async () => {
    const api = mockApi({ ...REPLIES, listVersions: [{ ...version, externals: [{ name: 'fast' }] }] })
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await userEvent.type(await screen.findByLabelText('Value of fast'), '12')
    await screen.findByText('All externals have a value.')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(api.requestsOf('runBacktest')).toMatchObject([{ body: { externals: { fast: 12 } } }]))
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

  it('refuses a start that is typed for a closed Saturday, and moves such an end back', async () => {
    const api = mockApi(REPLIES)
    await open()
    await type('Start (UTC)', '03/02/2024')
    expect(screen.getByLabelText('Start (UTC)')).toHaveProperty('value', '03/02/2024')
    screen.getByText('The market is closed on Saturdays. Please choose another start')
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    expect(api.requestsOf('runBacktest')).toEqual([])
    await type('Start (UTC)', '03/03/2024')
    await type('End (UTC, this day included)', '03/23/2024')
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await waitFor(() => expect(api.requestsOf('runBacktest')).toHaveLength(1))
    expect(api.requestsOf('runBacktest')[0]?.body).toMatchObject({
      start: '2024-03-03T00:00:00.000Z',
      end: '2024-03-23T00:00:00.000Z',
    })
  })
})

describe('the datasets of a script', () => {
  const missing = sampleReply('fetchSeries', {
    id: 'FRED:CPIAUCSL',
    provider: { name: 'fred', title: 'FRED' },
    stored: null,
    fetching: null,
    needsKey: false,
    problem: null,
  })
  const stored = {
    ...missing,
    stored: {
      values: 900,
      firstPeriod: Date.UTC(1949, 0),
      lastPeriod: Date.UTC(2023, 11),
      revisions: 4000,
      problem: null,
      first: Date.UTC(1972, 6, 21),
      last: Date.UTC(2024, 0, 11),
      since: Date.UTC(1980, 1, 5),
      checked: 0,
      qualities: ['lagged' as const, 'vintage' as const],
    },
  }
  const group = () => screen.findByRole('group', { name: 'Datasets of this script' })

  it('say what is stored of them, and a run waits until those that are missing are fetched', async () => {
    const answers: (() => void)[] = []
    const api = mockApi({
      ...REPLIES,
      listSeries: () => [answers.length > 1 ? stored : missing, { ...stored, id: 'FRED:GDP' }],
      fetchSeries: () =>
        new Promise((resolve) => {
          // The first answer is that it goes on.
          const state = answers.length === 0 ? { ...missing, fetching: 120 } : stored
          answers.push(() => resolve(state))
        }),
    })
    await open()
    const list = await group()
    expect(list.textContent).toContain('FRED:CPIAUCSLNot fetched yet. It is fetched at the start.')
    expect(list.textContent).toContain('900 values, 1949-01-01 to 2023-12-01 · available from 1972-07-21 to 2024-01-11')
    expect(list.textContent).toContain('Lagged before 1980-02-05')
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await waitFor(() => expect(answers).toHaveLength(1))
    expect(api.requestsOf('listSeries')[0]?.query).toEqual({ algorithmId: ID, algorithmVersionId: version.id })
    expect(within(list).getByRole('status').textContent).toContain('Fetching')
    answers[0]?.()
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(api.requestsOf('runBacktest')).toEqual([])
    answers[1]?.()
    await waitFor(() => expect(api.requestsOf('runBacktest')).toHaveLength(1))
    expect(api.requestsOf('fetchSeries').map(({ body }) => body)).toEqual([
      { series: 'FRED:CPIAUCSL' },
      { series: 'FRED:CPIAUCSL' },
    ])
  })

  it('that cannot be fetched are not run with, and say why', async () => {
    const refusal = { code: 'invalid-input', message: 'FRED has no series FRED:CPIAUCSL' }
    const api = mockApi({ ...REPLIES, listSeries: [missing], fetchSeries: () => errorReply(400, refusal) })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Fetch FRED:CPIAUCSL' }))
    expect((await within(await group()).findByRole('alert')).textContent).toBe(refusal.message)
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await waitFor(() => expect(api.requestsOf('fetchSeries')).toHaveLength(2))
    await screen.findByRole('button', { name: 'Try again' })
    expect(api.requestsOf('runBacktest')).toEqual([])
  })

  it('name a missing key, what a run is refused for, and that the run would begin too early', async () => {
    const early = { ...stored, id: 'FRED:NEW', stored: { ...stored.stored, first: Date.UTC(2024, 2, 5) } }
    const off = { ...missing, id: 'ECB:X', problem: 'ECB is switched off here' }
    mockApi({ ...REPLIES, listSeries: [{ ...missing, needsKey: true }, off, early] })
    await open()
    const alerts = within(await group()).getAllByRole('alert')
    expect(alerts.map(({ textContent }) => textContent)).toEqual([
      'FRED needs an API key of yours.',
      'ECB is switched off here',
      'Series FRED:NEW has no values before 2024-03-05.',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Enter API key' }))
    await screen.findByRole('dialog', { name: /Settings|Data providers/ })
  })

  it('that another one fetches are waited for, and the version says what keeps it from being run', async () => {
    const busy = { code: 'series-fetching', kind: 'conflict', message: 'Series FRED:CPIAUCSL is being fetched' }
    const message = 'FRED is switched off here'
    const answers = [
      () => Response.json(busy, { status: 409 }),
      () =>
        Response.json(
          { ...busy, code: 'invalid-input', message, fields: { algorithmVersionId: message } },
          { status: 400 },
        ),
    ]
    const api = mockApi({ ...REPLIES, runBacktest: () => answers.shift()?.() ?? Response.error() })
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await screen.findByText('The run waits for a dataset that is being fetched')
    await screen.findByText(message)
    expect(api.requestsOf('runBacktest')).toHaveLength(2)
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
