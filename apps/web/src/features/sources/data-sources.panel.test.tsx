// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveLayout } from '../../testing/give-layout.ts'
import { errorReply, mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { USER } from '../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import './data-sources.tsx'
import { BANK, databaseOf, datasetOf, OPEN, VALUES } from '../../entities/datasets/sources.fixture.ts'

let api: ReturnType<typeof mockApi>
beforeEach(() => {
  giveLayout()
  api = mockApi({
    listSourceProviders: [BANK, OPEN],
    listSourceDatabases: {
      datasetsCount: 2002,
      data: [
        databaseOf(),
        databaseOf({ code: 'R2', name: 'Wages', premium: true, datasetsCount: null }),
        databaseOf({ code: 'ALL', name: 'Everything', providerName: 'open', datasetsCount: 2000 }),
      ],
    },
    listSourceDatasets: { found: 2, data: [datasetOf('A'), datasetOf('B/1')] },
    getSourceDataset: VALUES,
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const items = () => screen.queryAllByRole('treeitem').map(({ textContent }) => textContent)
const show = (user: object | null = USER) => showPanel('data-sources', undefined, user)
const tree = () => screen.findByRole('tree', { name: 'Databases' })
const active = (from: HTMLElement): string | null | undefined =>
  document.getElementById(from.getAttribute('aria-activedescendant') ?? '')?.textContent

describe('databases', () => {
  it('are listed with their provider, their count and what needs a subscription, and with the terms of their data', async () => {
    show(null)
    await tree()
    expect(items()).toEqual([
      'Prices of goodsThe Bank2 datasets',
      'WagesPremiumThe Bank',
      'EverythingOpen Data2,000 datasets',
    ])
    expect(screen.getByRole('list', { name: 'Terms of the data' }).textContent).toContain('Data of the bank.')
    expect(screen.getByRole('list', { name: 'Terms of the data' }).textContent).toContain('Data of everybody.')
  })

  it('list their datasets when they are opened, once, and again nothing when they are closed', async () => {
    show()
    await tree()
    fireEvent.click(screen.getByText('Prices of goods'))
    await screen.findByText('Series A')
    expect(api.requestsOf('listSourceDatasets').map(({ query }) => query)).toEqual([
      { start: '0', count: '1000', database: 'bank/R1' },
    ])
    fireEvent.click(screen.getByText('Prices of goods'))
    expect(screen.queryByText('Series A')).toBeNull()
  })

  it('are a tree for the keyboard: arrows move, open and close, Enter opens a dataset', async () => {
    show()
    const element = await tree()
    const press = (key: string): void => void fireEvent.keyDown(element, { key })
    press('ArrowRight')
    await screen.findByText('Series B/1')
    expect(screen.getByRole('treeitem', { expanded: true }).textContent).toContain('Prices of goods')
    press('ArrowRight')
    press('ArrowDown')
    expect(active(element)).toContain('Series B/1')
    press('ArrowLeft')
    expect(active(element)).toContain('Prices of goods')
    press('End')
    expect(active(element)).toContain('Everything')
    press('Home')
    press('ArrowDown')
    press('Enter')
    await waitFor(() => expect(api.requestsOf('getSourceDataset')).toMatchObject([{ params: { '*': 'A' } }]))
    expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('Series A')
    press('Home')
    press('ArrowLeft')
    expect(screen.queryByText('Series B/1')).toBeNull()
  })

  it('load further pages of 1,000 when they come into view', async () => {
    const page = (start: number) =>
      Array.from({ length: 1000 }, (_, i) => datasetOf(`${start + i}`, { providerName: 'open', databaseCode: 'ALL' }))
    api.use({
      listSourceDatasets: ({ query }) => ({ found: 2000, data: page(Number(query['start'])) }),
    })
    show()
    const element = await tree()
    fireEvent.click(screen.getByText('Everything'))
    await screen.findByText('Series 0')
    expect(screen.queryAllByRole('treeitem').length).toBeLessThan(100)
    fireEvent.keyDown(element, { key: 'End' })
    Object.defineProperty(element, 'scrollTop', { value: 2002 * 30 - 560, configurable: true })
    act(() => void element.dispatchEvent(new Event('scroll')))
    await screen.findByText('Series 1999')
    expect(api.requestsOf('listSourceDatasets').map(({ query }) => query['start'])).toEqual(['0', '1000'])
  })

  it('say why their datasets are not there, and load them again', async () => {
    let isWorking = false
    api.use({
      listSourceDatasets: () =>
        isWorking
          ? { found: 1, data: [datasetOf('A')] }
          : errorReply(400, { code: 'no-luck', message: 'The server failed' }),
    })
    show()
    await tree()
    fireEvent.click(screen.getByText('Prices of goods'))
    const note = await screen.findByText('The server failed')
    isWorking = true
    fireEvent.click(note)
    await screen.findByText('Series A')
  })

  it('say to visitors that there are more datasets than are listed', async () => {
    api.use({ listSourceDatasets: { found: 50, data: [datasetOf('A')] } })
    show(null)
    await tree()
    fireEvent.click(screen.getByText('Everything'))
    await screen.findByText('Please log in to list all datasets')
    expect(items()).toHaveLength(5)
    cleanup()
    show()
    await tree()
    fireEvent.click(screen.getByText('Everything'))
    await screen.findByText('The provider does not list all datasets now.')
  })

  it('say to users whose provider lists nothing without a key where keys are entered', async () => {
    api.use({ listSourceDatasets: { found: 0, data: [] } })
    show()
    await tree()
    fireEvent.click(screen.getByText('Prices of goods'))
    await screen.findByText('The Bank lists all its datasets only for users with a key.')
    screen.getByText('API keys', { selector: '[role=treeitem] *' })
    fireEvent.click(screen.getByText('Everything'))
    await screen.findByText('No datasets')
  })

  it('of one provider are shown alone', async () => {
    show()
    await tree()
    fireEvent.click(screen.getByRole('combobox', { name: 'Provider' }))
    fireEvent.click(await screen.findByRole('option', { name: 'Open Data' }))
    expect(items()).toEqual(['EverythingOpen Data2,000 datasets'])
  })

  it('are none while no provider is on', async () => {
    api.use({ listSourceProviders: [{ ...BANK, isOn: false }], listSourceDatabases: { datasetsCount: 0, data: [] } })
    show()
    await screen.findByText('No data provider is switched on. An administrator can switch one on.')
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('lead an administrator to where providers are switched on while none is', async () => {
    api.use({ listSourceProviders: [{ ...BANK, isOn: false }], listSourceDatabases: { datasetsCount: 0, data: [] } })
    show({ ...USER, isAdmin: true })
    const link = await screen.findByRole('link', { name: 'Switch on under Administration' })
    expect(link.getAttribute('href')).toBe('/admin/data-sources')
  })
})

it('a dataset of a provider that is off says so, and leads an administrator to the switch', async () => {
  api.use({ listSourceProviders: [{ ...BANK, isOn: false }, OPEN] })
  const options = { version: 1, values: { dataset: { provider: 'bank', code: 'A', name: 'Series A' } } }
  showPanel('data-sources', options, { ...USER, isAdmin: true })
  await screen.findByText('The Bank is switched off')
  expect(screen.getByRole('link', { name: 'Switch on under Administration' })).toBeTruthy()
  expect(api.requestsOf('getSourceDataset')).toEqual([])
})

describe('a search', () => {
  const type = (text: string): void =>
    void fireEvent.change(screen.getByRole('textbox', { name: 'Search datasets' }), { target: { value: text } })
  /** The silence of a second is held: these tests end it. */
  function holdSilence(): () => Promise<void> {
    const later = globalThis.setTimeout
    const clear = globalThis.clearTimeout
    let held: { id: number; run: () => void }[] = []
    let next = 1e9
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
      if (ms !== 1000) return later(run, ms)
      held.push({ id: ++next, run })
      return next
    }) as typeof setTimeout)
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation((id) => {
      if (typeof id === 'number' && id > 1e9) held = held.filter((one) => one.id !== id)
      else clear(id)
    })
    return async () => {
      expect(held).toHaveLength(1)
      await act(async () => held.splice(0).forEach(({ run }) => run()))
    }
  }

  it('begins after a second of silence with at least 3 characters, and says how many datasets match', async () => {
    const endSilence = holdSilence()
    show()
    await tree()
    type('cp')
    expect(screen.getByText('At least 3 characters')).toBeTruthy()
    await endSilence()
    expect(api.requestsOf('listSourceDatasets')).toEqual([])
    type('cpi')
    type('cpi u')
    expect(api.requestsOf('listSourceDatasets')).toEqual([])
    await endSilence()
    await screen.findByText('Displaying 2 matches')
    expect(api.requestsOf('listSourceDatasets').map(({ query }) => query)).toEqual([
      { start: '0', count: '1000', search: 'cpi u' },
    ])
    expect(items()).toEqual(['Series AThe Bank · A', 'Series B/1The Bank · B/1'])
    type('')
    await tree()
  })

  it.each([
    [0, 'No matches found'],
    [1, 'Displaying 1 match'],
  ])('that finds %i datasets says so', async (found, text) => {
    api.use({ listSourceDatasets: { found, data: [datasetOf('A')].slice(0, found) } })
    const endSilence = holdSilence()
    show()
    await tree()
    type('cpi')
    await endSilence()
    await screen.findByText(text)
  })

  it('finds databases by the words of their names, and opens them', async () => {
    api.use({
      listSourceDatasets: ({ query }) =>
        query['search'] === undefined ? { found: 1, data: [datasetOf('A')] } : { found: 0, data: [] },
    })
    const endSilence = holdSilence()
    show()
    await tree()
    type('good pri')
    await endSilence()
    await screen.findByText('Displaying 1 match')
    expect(items()).toEqual(['Prices of goodsThe Bank2 datasets'])
    fireEvent.click(screen.getByText('Prices of goods'))
    await screen.findByText('Series A')
  })

  it('says why it failed, and tries again', async () => {
    api.use({ listSourceDatasets: () => errorReply(400, { code: 'no-luck', message: 'The server failed' }) })
    const endSilence = holdSilence()
    show()
    await tree()
    type('cpi')
    await endSilence()
    expect((await screen.findByRole('alert')).textContent).toContain('The server failed')
    api.use({ listSourceDatasets: { found: 1, data: [datasetOf('A')] } })
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Series A')
  })
})

it('keeps the dataset that is open, and goes back to the list', async () => {
  const { stored } = show()
  await tree()
  fireEvent.click(screen.getByText('Prices of goods'))
  fireEvent.click(await screen.findByText('Series A'))
  await screen.findByRole('group', { name: 'Series A' })
  expect(stored.at(-1)?.values).toMatchObject({ dataset: { provider: 'bank', code: 'A', name: 'Series A' } })
  fireEvent.click(screen.getByRole('button', { name: 'All datasets' }))
  expect(stored.at(-1)?.values).toMatchObject({ dataset: null })
})
