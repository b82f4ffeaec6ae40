// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveLayout } from '../../testing/give-layout.ts'
import { errorReply, mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { USER } from '../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import './data-source-chart.tsx'
import { BANK, databaseOf, datasetOf, OPEN, replyOf, VALUES, WIDE } from '../../entities/datasets/sources.fixture.ts'

let api: ReturnType<typeof mockApi>
beforeEach(() => {
  giveLayout()
  api = mockApi({
    listSourceProviders: [BANK, OPEN],
    listSourceDatabases: { datasetsCount: 2, data: [databaseOf()] },
    listSourceDatasets: { found: 1, data: [datasetOf('A')] },
    getSourceDataset: VALUES,
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const optionsOf = (changes: object = {}) => ({
  version: 1,
  values: { dataset: { provider: 'bank', code: 'A', name: 'Series A' }, ...changes },
})
const show = (changes: object = {}, user: object | null = USER) =>
  showPanel('data-source-chart', optionsOf(changes), user)
const fail = (status: number, code: string, message: string) => () => errorReply(status, { code, message })
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

it('shows the dataset that is chosen in its dialog', async () => {
  const { stored } = showPanel('data-source-chart', undefined, USER)
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a dataset' }))
  fireEvent.click(await screen.findByText('Prices of goods'))
  fireEvent.click(await screen.findByText('Series A'))
  await screen.findByRole('group', { name: 'Series A' })
  expect(stored.at(-1)?.values).toMatchObject({ dataset: { provider: 'bank', code: 'A', name: 'Series A' } })
})

describe('a chart', () => {
  it('has lines by column, what they are worth, and the words that the provider asks for', async () => {
    show()
    const chart = await screen.findByRole('group', { name: 'Series A' })
    expect(document.getElementById(chart.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'VALUE, 2026-01-01 to 2026-03-01: lowest 1.5, highest 2.25, last 2.25, 1 missing.',
    )
    expect(screen.getByRole('list', { name: 'Columns' }).textContent).toContain('2026-03-01VALUE2.25')
    expect(screen.getByRole('list', { name: 'Terms of the data' }).textContent).toContain('Data of the bank.')
  })

  it('shows the first 20 columns, at first four of them, and keeps which ones and on which axis', async () => {
    api.use({ getSourceDataset: WIDE })
    const { stored } = show()
    await screen.findByText('The first 20 of 54 columns.')
    const pressed = () =>
      screen.getAllByRole('button', { pressed: true }).flatMap(({ textContent }) => textContent ?? [])
    expect(screen.getAllByRole('button', { name: /^(Show|Hide)?.*Column \d+$/ })).toHaveLength(20)
    expect(pressed()).toEqual(['Column 1', 'Column 2', 'Column 3', 'Column 4'])
    fireEvent.click(screen.getByRole('button', { name: 'Column 2' }))
    fireEvent.click(screen.getByRole('button', { name: 'Column 20' }))
    expect(pressed()).toEqual(['Column 1', 'Column 3', 'Column 4', 'Column 20'])
    fireEvent.click(screen.getByRole('button', { name: 'Axis of Column 20: right' }))
    screen.getByRole('button', { name: 'Axis of Column 20: left' })
    expect(stored.at(-1)?.values).toMatchObject({ columns: [1, 3, 4, 20], left: [20] })
  })

  it('has a logarithmic scale for values above zero only', async () => {
    const { stored, unmount } = show()
    fireEvent.click(await screen.findByRole('switch', { name: 'Log scale' }))
    expect(stored.at(-1)?.values).toMatchObject({ isLog: true })
    unmount()
    api.use({ getSourceDataset: replyOf([['2026-01-01', 0]]) })
    show({ isLog: true })
    expect(await screen.findByRole('switch', { name: 'Log scale' })).toMatchObject({ disabled: true, checked: false })
  })
})

describe('a table', () => {
  it('has all values with all their digits, newest first, and none where one is missing', async () => {
    api.use({
      getSourceDataset: replyOf([
        ['2026-01-01', -1234.000000012],
        ['2026-02-01', null],
      ]),
    })
    const { stored } = show()
    fireEvent.click(await screen.findByRole('radio', { name: 'Table' }))
    expect(rows()).toEqual([
      ['Date ↓', 'VALUE'],
      ['2026-02-01', '–'],
      ['2026-01-01', '−1,234.000000012'],
    ])
    expect(stored.at(-1)?.values).toMatchObject({ isTable: true })
  })

  it('is all there is of rows without dates', async () => {
    const columns = [
      { name: 'a', type: 'text' as const, label: 'Place', unit: null },
      { name: 'b', type: 'number' as const, label: null, unit: null },
    ]
    api.use({ getSourceDataset: replyOf([['Here', 1]], { columns }) })
    show()
    await screen.findByText('Its rows have no dates: it is a table.')
    expect(rows()).toEqual([
      ['Place', 'b'],
      ['Here', '1'],
    ])
  })
})

it('saves what is shown as a file, unless the terms forbid it', async () => {
  api.use({ getSourceDataset: WIDE })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const saved: Blob[] = []
  const made = vi.fn((blob: Blob) => `blob:${saved.push(blob)}`)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined }))
  const { unmount } = show({ columns: [2] })
  fireEvent.click(await screen.findByRole('button', { name: 'Save as CSV' }))
  expect(await saved[0]?.text()).toBe('Date,Column 2\r\n2026-01-01,1.5\r\n')
  unmount()
  show({ dataset: { provider: 'open', code: 'A', name: 'Series A' } })
  await screen.findByText('The terms of Open Data do not allow to save its data.')
  expect(screen.queryByRole('button', { name: 'Save as CSV' })).toBeNull()
})

it('says that values are older ones, since when and why', async () => {
  api.use({ getSourceDataset: { ...VALUES, error: 'Error fetching The Bank data' } })
  show()
  await screen.findByText('Error fetching The Bank data. These values were fetched at 2026-11-27 14:02 UTC.')
})

it.each([
  [403, 'forbidden', 'Your key does not include this dataset.'],
  [404, 'not-found', 'Dataset not found'],
  [410, 'gone', 'The Bank has withdrawn this dataset.'],
  [429, 'source-limit', 'The Bank allows no more requests now. Please try again in 5 seconds'],
  [502, 'source-away', 'Error fetching The Bank data'],
])('says at status %i why a dataset is not there, asks for no key, and tries again', async (status, code, text) => {
  api.use({ getSourceDataset: fail(status, code, text) })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  expect(screen.queryByRole('dialog')).toBeNull()
  // The provider would count further attempts.
  expect(api.requestsOf('getSourceDataset')).toHaveLength(1)
  api.use({ getSourceDataset: VALUES })
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('group', { name: 'Series A' })
})

it('says that the provider could not be reached when a server in between answers instead', async () => {
  api.use({ getSourceDataset: () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Error fetching The Bank data')
})

it('says that there is no connection', async () => {
  api.use({ getSourceDataset: () => Promise.reject(new TypeError('Failed to fetch')) })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Unable to connect to server')
})

it('lets choose a series of a dataset that has many', async () => {
  const dimensions = [
    {
      code: 'FREQ',
      label: 'Frequency',
      values: [
        { code: 'A', label: 'Annual' },
        { code: 'M', label: 'Monthly' },
      ],
    },
    { code: 'GEO', label: 'Country', values: [{ code: 'D&E', label: 'Germany' }] },
  ]
  api.use({
    getSourceDataset: ({ params }) => (params['*'] === 'A' ? replyOf([], { dimensions }) : VALUES),
  })
  const { stored } = show()
  fireEvent.click(await screen.findByRole('combobox', { name: 'Frequency' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Monthly' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  await screen.findByRole('group', { name: 'Series A' })
  expect(stored.at(-1)?.values).toMatchObject({ dataset: { code: 'A/FREQ=M&GEO=D%26E' } })
})

describe('a key', () => {
  const WRONG = 'Data could not be retrieved from The Bank. Your API key may be incorrect.'
  const WANTED = 'Please enter your API key'
  const answerKey = (right: string) => {
    let saved: string | null = null
    api.use({
      getSourceDataset: ({ query }) => {
        const key = query['apiKey'] ?? saved
        if (key === right) return VALUES
        return errorReply(400, { code: 'bad-key', message: key === null ? WANTED : WRONG })
      },
      saveSourceKey: ({ body }) => {
        saved = (body as { key: string }).key
        return { key: '••••1234' }
      },
    })
  }
  const enter = (key: string): void => {
    fireEvent.change(screen.getByLabelText('API key'), { target: { value: key } })
    fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  }

  it('is wanted at status 400, used for the call that it is for, and kept once it works', async () => {
    answerKey('right')
    show()
    await screen.findByRole('dialog', { name: 'The Bank API key' })
    expect(screen.getByRole('link', { name: 'Get a key from The Bank' })).toHaveProperty(
      'href',
      'https://example.org/key',
    )
    enter('  ')
    await screen.findAllByText(WANTED)
    expect(api.requestsOf('getSourceDataset')).toHaveLength(1)
    enter('wrong')
    await screen.findByText(WRONG)
    expect(api.requestsOf('saveSourceKey')).toEqual([])
    enter(' right ')
    await screen.findByRole('group', { name: 'Series A' })
    await waitFor(() => expect(api.requestsOf('saveSourceKey')).toMatchObject([{ body: { key: 'right' } }]))
    expect(api.requestsOf('getSourceDataset').map(({ query }) => query)).toEqual([
      {},
      { apiKey: 'wrong' },
      { apiKey: 'right' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('can be entered later', async () => {
    answerKey('right')
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Enter API key' }))
    await screen.findByRole('dialog')
    enter('right')
    await screen.findByRole('group', { name: 'Series A' })
  })

  it('is not blamed when the provider does not answer', async () => {
    answerKey('right')
    show()
    await screen.findByRole('dialog')
    api.use({ getSourceDataset: fail(502, 'source-away', 'Error fetching The Bank data') })
    enter('right')
    await screen.findByText('Error fetching The Bank data')
    expect(api.requestsOf('saveSourceKey')).toEqual([])
  })
})
