// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveLayout } from '../../testing/give-layout.ts'
import { mockApi, sampleReply } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { USER } from '../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import './data-source-chart.tsx'
import { BANK, OPEN, VALUES, WIDE } from '../../entities/datasets/sources.fixture.ts'

let api: ReturnType<typeof mockApi>
beforeEach(() => {
  giveLayout()
  api = mockApi({ listSourceProviders: [BANK, OPEN], getSourceDataset: VALUES })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const show = (values: object = {}) =>
  showPanel(
    'data-source-chart',
    { version: 1, values: { dataset: { provider: 'bank', code: 'A', name: 'Series A' }, ...values } },
    USER,
  )
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

describe('as of a day', () => {
  const state = (changes: object = {}) =>
    sampleReply('fetchSeries', {
      id: 'BANK:A',
      provider: { name: 'bank', title: 'The Bank' },
      stored: null,
      fetching: null,
      needsKey: false,
      problem: null,
      ...changes,
    })
  const stored = (changes: object = {}) =>
    state({
      stored: {
        values: 3,
        firstPeriod: Date.UTC(2026, 0),
        lastPeriod: Date.UTC(2026, 2),
        revisions: 4,
        problem: null,
        first: Date.UTC(2026, 1, 12),
        last: Date.UTC(2026, 3, 9),
        since: Date.UTC(2026, 1, 12),
        checked: Date.UTC(2026, 10, 27),
        qualities: ['vintage'],
        ...changes,
      },
    })
  const known = (qualities: ('vintage' | 'lagged')[] = ['vintage', 'vintage']) => ({
    periods: [Date.UTC(2026, 0), Date.UTC(2026, 1)],
    values: [1.25, null],
    qualities,
    known: [Date.UTC(2026, 1, 12, 13, 30), Date.UTC(2026, 2, 12, 12, 30)],
  })

  it('shows what was known at the end of a day, in the table and in the file, and keeps the day', async () => {
    api.use({ listSeries: [stored()], getKnownSeries: known() })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const saved: Blob[] = []
    const made = vi.fn((blob: Blob) => `blob:${saved.push(blob)}`)
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined }))
    const { stored: kept } = show({ isTable: true })
    fireEvent.click(await screen.findByRole('switch', { name: 'As of a day' }))
    const day = await screen.findByLabelText('As of the end of (UTC)')
    fireEvent.change(day, { target: { value: '2026-03-12' } })
    fireEvent.blur(day)
    await waitFor(() => expect(kept.at(-1)?.values).toMatchObject({ asKnown: '2026-03-12' }))
    await waitFor(() =>
      expect(rows()).toEqual([
        ['Date ↓', 'VALUE', 'Available (UTC)', 'Basis'],
        ['2026-02-01', '–', '2026-03-12 12:30', 'Vintage'],
        ['2026-01-01', '1.25', '2026-02-12 13:30', 'Vintage'],
      ]),
    )
    expect(api.requestsOf('getKnownSeries').at(-1)?.query).toEqual({
      series: 'BANK:A',
      at: '2026-03-12T23:59:59.999Z',
    })
    screen.getByRole('list', { name: 'Terms of the data' })
    fireEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
    expect(await saved[0]?.text()).toBe(
      'Date,VALUE,Available (UTC),Basis\r\n2026-01-01,1.25,2026-02-12 13:30,Vintage\r\n' +
        '2026-02-01,,2026-03-12 12:30,Vintage\r\n',
    )
  })

  it('says what is lagged, since when known times are on record, and what the provider was not asked for yet', async () => {
    const since = {
      since: Date.UTC(2025, 10, 27),
      checked: Date.UTC(2025, 10, 27, 9),
      qualities: ['lagged', 'observed'],
    }
    api.use({ listSeries: [stored(since)], getKnownSeries: known(['lagged', 'vintage']) })
    show({ asKnown: '2025-11-27' })
    await screen.findByText(
      'Revisions are recorded only since 2025-11-27. 1 of 2 values is lagged: such values count from a typical delay after their period, and may have been revised since.',
    )
    screen.getByText('The provider was last checked at 2025-11-27 09:00 UTC: later changes are not included.')
    expect(await screen.findByRole('group', { name: 'Series A' })).toBeDefined()
  })

  it('fetches what is not stored yet, and shows nothing under the name of a day before', async () => {
    let isFetched = false
    api.use({
      listSeries: () => [isFetched ? stored() : state()],
      fetchSeries: () => {
        isFetched = true
        return stored()
      },
      getKnownSeries: { periods: [], values: [], known: [], qualities: [] },
    })
    show({ asKnown: '2026-01-05' })
    fireEvent.click(await screen.findByRole('button', { name: 'Fetch revisions' }))
    await screen.findByText('No values were available at the end of 2026-01-05 (UTC).')
    expect(screen.queryByRole('group', { name: 'Series A' })).toBeNull()
    expect(api.requestsOf('fetchSeries').map(({ body }) => body)).toEqual([{ series: 'BANK:A' }])
  })

  it('has of several columns those that are stored, and names the others', async () => {
    const ids = (query: Readonly<Record<string, string>>): string[] => (query['series'] ?? '').split(',')
    api.use({
      getSourceDataset: WIDE,
      listSeries: ({ query }) => ids(query).map((id) => ({ ...(id === 'BANK:A#c2' ? stored() : state()), id })),
      getKnownSeries: known(),
    })
    show({ isTable: true, asKnown: '2026-03-12' })
    await screen.findByText(/^Not stored: Column 1, Column 3, Column 4 and 16 more\./)
    expect(rows()).toEqual([
      ['Date ↓', 'Column 2', 'Available (UTC)', 'Basis'],
      ['2026-02-01', '–', '2026-03-12 12:30', 'Vintage'],
      ['2026-01-01', '1.25', '2026-02-12 13:30', 'Vintage'],
    ])
  })

  it('cannot be had of data that may not be stored', async () => {
    show({ dataset: { provider: 'open', code: 'A', name: 'Series A' }, asKnown: '2026-03-12' })
    const turn = await screen.findByRole('switch', { name: 'As of a day' })
    expect(turn).toMatchObject({ disabled: true, title: 'The terms of Open Data do not allow to store its data.' })
    await screen.findByRole('group', { name: 'Series A' })
    expect(api.requestsOf('listSeries')).toEqual([])
  })
})
