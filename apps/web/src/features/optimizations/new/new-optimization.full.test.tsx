import type { MarketInstrument } from '@tradeloom/contracts'
import { defaultModels } from '@tradeloom/domain'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorReply, type MockReplies, mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const OLD = '01a1fcbd-ca32-7065-a0e0-bc6083108700'

const DATA = { first: Date.UTC(2024, 0, 1), last: Date.UTC(2024, 2, 29, 20, 59) }
const [sampleInstrument] = sampleReply('listInstruments')
const [sampleSeries] = sampleInstrument?.series ?? []
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
  ],
} as MarketInstrument
const [sampleVersion] = sampleReply('listVersions')
const version = {
  ...sampleVersion!,
  displayVersionNo: 'v2',
  externals: [{ name: 'fast', defaultValue: 10 }, { name: 'slow' }],
  markets: [],
}
const bare = { ...version, id: OLD, displayVersionNo: 'v1', externals: [] }

const LIMITS = { backtestUnits: null, backtestTick: true, historyDays: null, backtestBrokers: null, isAdmin: false }
const userWith = (changes: object) =>
  sampleReply('bootstrap', { user: sampleReply('currentUser', { ...LIMITS, ...changes }) })

const REPLIES: MockReplies = {
  bootstrap: userWith({}),
  getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: false }),
  listVersions: [version, bare],
  listInstruments: [instrument],
  listSeries: [],
  listAlgorithmOptimizations: [],
  listOptimizations: [],
  listBacktests: [],
}

async function open(): Promise<void> {
  renderPage(`/algorithms/${ID}/optimize`)
  await userEvent.click(await screen.findByRole('button', { name: 'New Optimization' }))
  await screen.findByLabelText('Start (UTC)')
}

function type(label: string, text: string): void {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}

/** All selects keep their options mounted: only those of this one count. */
async function choose(label: string, option: string): Promise<void> {
  const input = screen.getByLabelText(label, { selector: 'input:not([type="hidden"])' })
  fireEvent.click(input)
  await waitFor(() => expect(input.getAttribute('aria-expanded')).toBe('true'))
  const list = document.querySelector<HTMLElement>(`[id="${input.getAttribute('aria-controls')}"]`)
  fireEvent.click(within(list ?? document.body).getByText(option))
}

const okButton = (): HTMLButtonElement => screen.getByRole('button', { name: 'OK' })

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('the New Optimization dialog', () => {
  it('counts evenly spaced values, and sends one request for a double click', async () => {
    const api = mockApi(REPLIES)
    await open()
    type('fast to', '50')
    await choose('fast count', '5')
    type('slow from', '100')
    expect(screen.getByText('10, 20, 30, 40, 50')).toBeDefined()
    expect(screen.getByText(/^5 combinations, 5 backtests/)).toBeDefined()
    await waitFor(() => expect(okButton().disabled).toBe(false))
    await userEvent.dblClick(okButton())
    await waitFor(() => expect(api.requestsOf('createOptimization')).toHaveLength(1))
    expect(await screen.findByText('Optimization queued')).toBeDefined()
    expect(api.requestsOf('createOptimization')).toHaveLength(1)
    expect(api.requestsOf('createOptimization')[0]?.body).toMatchObject({
      algorithmId: ID,
      algorithmVersionId: version.id,
      instrumentId: 'EURUSD:SIM',
      start: '2024-02-29T00:00:00.000Z',
      end: '2024-03-30T00:00:00.000Z',
      strategy: 'exhaustive',
      externalsSettings: [
        { name: 'fast', start: 10, end: 50, count: 5 },
        { name: 'slow', start: 100, end: 100, count: 1 },
      ],
      objectives: [{ metric: 'profit', better: 'higher' }],
      constraints: [],
    })
  })

  it('clears what is not a number, and turns a range without an end off', async () => {
    const api = mockApi(REPLIES)
    await open()
    type('fast to', '50')
    await choose('fast count', '3')
    type('fast to', '10')
    expect(screen.getByLabelText('fast count', { selector: 'input:not([type="hidden"])' })).toHaveProperty(
      'value',
      'Off (1)',
    )
    expect(screen.getByText('Fixed at 10')).toBeDefined()
    type('fast to', 'many')
    expect(screen.getByLabelText('fast to')).toHaveProperty('value', '')
    type('slow from', '100')
    expect(screen.queryByText('Please choose a range of values for at least one external')).toBeNull()
    await userEvent.click(okButton())
    expect(screen.getByText('Please choose a range of values for at least one external')).toBeDefined()
    expect(api.requestsOf('createOptimization')).toHaveLength(0)
  })

  it('calls a field without a number wrong only after it was left, or after OK, which leads to it', async () => {
    const api = mockApi(REPLIES)
    await open()
    expect(screen.queryByText('Invalid number')).toBeNull()
    await userEvent.click(okButton())
    // It has no default.
    const slow = screen.getByLabelText('slow from')
    expect(screen.getByText('Invalid number')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(slow))
    expect(api.requestsOf('createOptimization')).toHaveLength(0)
    fireEvent.change(slow, { target: { value: '100' } })
    expect(screen.queryByText('Invalid number')).toBeNull()
    fireEvent.change(screen.getByLabelText('fast from'), { target: { value: '' } })
    expect(screen.getByText('Invalid number')).toBeDefined()
  })

  it('calls a field wrong when it is left', async () => {
    mockApi(REPLIES)
    await open()
    const slow = screen.getByLabelText('slow from')
    fireEvent.change(slow, { target: { value: '1e' } })
    expect(screen.queryByText('Invalid number')).toBeNull()
    fireEvent.blur(slow)
    expect(screen.getByText('Invalid number')).toBeDefined()
  })

  it('switches all externals to the mode of the strategy, and remembers the values of both', async () => {
    const api = mockApi(REPLIES)
    await open()
    type('fast to', '50')
    await choose('fast count', '5')
    type('slow from', '100')
    await choose('Strategy', 'Genetic')
    expect(screen.getByLabelText<HTMLInputElement>('Optimize fast').checked).toBe(true)
    expect(screen.getByLabelText('fast to')).toHaveProperty('value', '50')
    expect(screen.getByLabelText('fast round to')).toHaveProperty('value', '10')
    expect(screen.getByLabelText('slow value')).toHaveProperty('value', '100')
    type('fast to', '30')
    type('slow value', '90')
    await choose('Strategy', 'Exhaustive')
    expect(screen.getByText('10, 20, 30, 40, 50')).toBeDefined()
    await choose('Strategy', 'Genetic')
    expect(screen.getByLabelText('fast to')).toHaveProperty('value', '30')
    type('Generations', '4')
    type('Generations', '4x')
    type('fast round to', '')
    await userEvent.click(okButton())
    expect(screen.getByText('Invalid number')).toBeDefined()
    expect(api.requestsOf('createOptimization')).toHaveLength(0)
    type('fast round to', '5')
    await userEvent.click(okButton())
    await waitFor(() => expect(api.requestsOf('createOptimization')).toHaveLength(1))
    expect(api.requestsOf('createOptimization')[0]?.body).toMatchObject({
      strategy: 'genetic',
      externalsSettings: [
        { name: 'fast', start: 10, end: 30, step: 5, decimalPlaces: 0 },
        { name: 'slow', start: 90, end: 90, count: 1 },
      ],
      generations: 4,
      populationSize: 20,
      survivorCount: 10,
      mutationRate: 0.1,
      noImprovementCount: 3,
      maxBacktestsCount: 1000,
    })
  })
})

describe('a new optimization', () => {
  it('keeps the mutation rate between 0 and 1', async () => {
    mockApi(REPLIES)
    await open()
    await choose('Strategy', 'Genetic')
    type('Mutation rate', '1.5')
    expect(screen.getByText('Please enter a number from 0 to 1')).toBeDefined()
  })

  it.each([
    ['Genetic', 'Generations', '10001', 'Please enter a whole number from 1 to 10,000'],
    ['Genetic', 'Generations', '2.5', 'Please enter a whole number from 1 to 10,000'],
    ['Genetic', 'Population size', '1', 'Please enter a whole number from 2 to 10,000'],
    ['Genetic', 'Survivor count', '10000', 'Please enter a whole number from 1 to 9,999'],
    ['Genetic', 'Complete once: backtests', '1000001', 'Please enter a whole number from 1 to 1,000,000'],
    ['Random', 'Backtests at most', '1000001', 'Please enter a whole number from 1 to 1,000,000'],
    ['Random', 'Seed', '4294967296', 'Please enter a whole number from 0 to 4,294,967,295'],
  ])('has the bounds of the server: %s, %s %s', async (strategy, label, value, text) => {
    const api = mockApi(REPLIES)
    await open()
    await choose('Strategy', strategy)
    type(label, value)
    expect(screen.getByText(text)).toBeDefined()
    await userEvent.click(okButton())
    expect(api.requestsOf('createOptimization')).toHaveLength(0)
  })

  it('says that a version without externals cannot be optimized', async () => {
    mockApi(REPLIES)
    await open()
    await userEvent.click(screen.getByLabelText('Version', { selector: 'input:not([type="hidden"])' }))
    await userEvent.click(await screen.findByRole('option', { name: /^v1/ }))
    expect(await screen.findByText('v1 has no externals. Cannot optimize')).toBeDefined()
    expect(okButton().disabled).toBe(true)
  })

  it('is disabled beyond the compute units that are left', async () => {
    mockApi({ ...REPLIES, bootstrap: userWith({ backtestUnits: 3 }) })
    await open()
    type('fast to', '50')
    await choose('fast count', '5')
    type('slow from', '100')
    expect(screen.getByText(/This would use 5 backtest compute units. You have 3 remaining./)).toBeDefined()
    expect(okButton().disabled).toBe(true)
  })

  it('charges every window of a walk-forward, and needs room for one', async () => {
    const api = mockApi({ ...REPLIES, bootstrap: userWith({ backtestUnits: 100 }) })
    await open()
    type('fast to', '50')
    await choose('fast count', '5')
    type('slow from', '100')
    await userEvent.click(screen.getByRole('switch', { name: /^Walk-forward/ }))
    // 60 days of training do not fit into the month that the dialog starts with.
    type('Training days', '60')
    expect(screen.getByText('The period is too short for one training and one test window')).toBeDefined()
    await userEvent.click(okButton())
    expect(api.requestsOf('createOptimization')).toHaveLength(0)
    type('Training days', '10')
    type('Test days', '5')
    expect(screen.getByText(/^5 combinations, 5 backtests, again in 3 windows/)).toBeDefined()
    // The whole period, and three windows with five trainings and one test each.
    expect(screen.getByText('23 of your remaining 100 backtest compute units will be used')).toBeDefined()
    await userEvent.click(okButton())
    await waitFor(() => expect(api.requestsOf('createOptimization')).toHaveLength(1))
    expect(api.requestsOf('createOptimization')[0]?.body).toMatchObject({
      walkForward: { trainDays: 10, testDays: 5, embargoDays: 1, anchored: false, choose: 'best' },
    })
  })

  it('repeats an optimization with a seed that the server chose', async () => {
    const again = sampleReply('getOptimization', {
      id: ID,
      algorithmId: ID,
      algorithmVersionId: version.id,
      instrumentId: 'EURUSD:SIM',
      start: '2024-02-01T00:00:00.000Z',
      end: '2024-03-01T00:00:00.000Z',
      status: 'Completed',
      readOnly: false,
      strategy: 'genetic',
      genetic: {
        generations: 7,
        populationSize: 20,
        survivorCount: 10,
        mutationRate: 0.1,
        noImprovementCount: 3,
        maxBacktestsCount: 1000,
      },
      externalsSettings: [
        { name: 'fast', start: 10, end: 30, step: 0, decimalPlaces: 2 },
        { name: 'slow', start: 90, end: 90, count: 1 },
      ],
      objectives: [{ metric: 'profit', better: 'higher' }],
      constraints: [{ metric: 'maxDrawdown', bound: 'at-most', value: 20 }],
      walkForward: null,
      interval: 'M15',
      resolution: 1,
      initialBalance: 10_000,
      models: defaultModels(),
      tables: null,
      seed: 4_294_967_295,
    })
    const api = mockApi({ ...REPLIES, listAlgorithmOptimizations: [again], getOptimization: again })
    renderPage(`/algorithms/${ID}/optimize/${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Run Again' }))
    await screen.findByLabelText('Start (UTC)')
    await waitFor(() => expect(okButton().disabled).toBe(false))
    await userEvent.click(okButton())
    await waitFor(() => expect(api.requestsOf('createOptimization')).toHaveLength(1))
    expect(api.requestsOf('createOptimization')[0]?.body).toMatchObject({
      strategy: 'genetic',
      generations: 7,
      seed: 4_294_967_295,
      constraints: [{ metric: 'maxDrawdown', bound: 'at-most', value: 20 }],
      externalsSettings: [
        { name: 'fast', start: 10, end: 30, step: 0, decimalPlaces: 2 },
        { name: 'slow', start: 90, end: 90, count: 1 },
      ],
    })
  })

  it('closes when the version cannot be retrieved', async () => {
    mockApi({ ...REPLIES, getVersion: () => errorReply(404, { code: 'not-found', message: 'No such version' }) })
    renderPage(`/algorithms/${ID}/optimize`)
    await userEvent.click(await screen.findByRole('button', { name: 'New Optimization' }))
    expect(await screen.findByText('Error retrieving algorithm version')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the status and the text of a server that refuses', async () => {
    mockApi({
      ...REPLIES,
      createOptimization: () => errorReply(409, { code: 'too-many', message: 'Too many are waiting' }),
    })
    await open()
    type('fast to', '50')
    await choose('fast count', '2')
    type('slow from', '100')
    await userEvent.click(okButton())
    expect(await screen.findByText('Status 409 error: Too many are waiting')).toBeDefined()
  })
})

describe('the window lengths of a new optimization', () => {
  it('charges a matrix of window lengths, and refuses what is no list of days', async () => {
    const api = mockApi({ ...REPLIES, bootstrap: userWith({ backtestUnits: 100 }) })
    await open()
    type('fast to', '50')
    await choose('fast count', '5')
    type('slow from', '100')
    await userEvent.click(screen.getByRole('switch', { name: /^Walk-forward/ }))
    type('Training days', '10')
    type('Test days', '5')
    type('Matrix: further training days', '5; ten')
    expect(screen.getByText('At most 6 numbers of days, separated by commas')).toBeDefined()
    type('Matrix: further training days', '5')
    type('Matrix: further test days', '90')
    expect(screen.getByText('The period is too short for a test of 90 days after the longest training')).toBeDefined()
    type('Matrix: further test days', '10')
    expect(screen.getByText(/^4 pairs of window lengths, each its own walk-forward/)).toBeDefined()
    // Both training lengths have 3 windows with tests of 5 days, and 1 with a test of 10 days that shares the first training.
    expect(screen.getByText(/^5 combinations, 5 backtests, again in 8 windows/)).toBeDefined()
    expect(screen.getByText('43 of your remaining 100 backtest compute units will be used')).toBeDefined()
    await userEvent.click(okButton())
    await waitFor(() => expect(api.requestsOf('createOptimization')).toHaveLength(1))
    expect(api.requestsOf('createOptimization')[0]?.body).toMatchObject({
      walkForward: { trainDays: 10, testDays: 5, matrix: { trainDays: [5], testDays: [10] } },
    })
  })
})

describe('an optimization that is run again', () => {
  it('repeats the ranges of an exhaustive optimization with another strategy', async () => {
    const again = sampleReply('getOptimization', {
      id: ID,
      algorithmId: ID,
      algorithmVersionId: version.id,
      instrumentId: 'EURUSD:SIM',
      start: '2024-02-01T00:00:00.000Z',
      end: '2024-03-01T00:00:00.000Z',
      status: 'Completed',
      readOnly: false,
      strategy: 'exhaustive',
      genetic: null,
      externalsSettings: [
        { name: 'fast', start: 10, end: 50, count: 5 },
        { name: 'slow', start: 100, end: 100, count: 1 },
      ],
      objectives: [{ metric: 'profit', better: 'higher' }],
      constraints: [],
      walkForward: null,
      interval: 'M15',
      resolution: 1,
      initialBalance: 10_000,
      models: defaultModels(),
      tables: null,
    })
    const api = mockApi({ ...REPLIES, listAlgorithmOptimizations: [again], getOptimization: again })
    renderPage(`/algorithms/${ID}/optimize/${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Run Again' }))
    await screen.findByLabelText('Start (UTC)')
    await choose('Strategy', 'Random')
    await waitFor(() => expect(okButton().disabled).toBe(false))
    await userEvent.click(okButton())
    await waitFor(() => expect(api.requestsOf('createOptimization')).toHaveLength(1))
    expect(api.requestsOf('createOptimization')[0]?.body).toMatchObject({
      strategy: 'random',
      externalsSettings: [
        { name: 'fast', start: 10, end: 50, step: 10, decimalPlaces: 0 },
        { name: 'slow', start: 100, end: 100, count: 1 },
      ],
    })
  })
})
