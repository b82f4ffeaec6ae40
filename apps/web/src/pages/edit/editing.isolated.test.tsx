import type { Algorithm, AlgorithmVersion, Backtest, CarriedIndicator } from '@tradeloom/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { InlineWorker } from '../../testing/inline-worker.ts'
import { errorReply, mockApi, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { keepEarlyKeys } from '../../entities/scripts/early-keys.ts'

// Without its code editor the page keeps the plain text field.
vi.mock('../../entities/scripts/load-surface.ts', () => ({ loadSurface: () => new Promise(() => {}) }))

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const idOf = (versionNo: number): string => `01a1fcbd-ca32-7065-a0e0-00000000000${versionNo}`
const scriptOf = (versionNo: number): string => `function onTick() { log(${versionNo}) }`
const user = { ...sampleReply('bootstrap').user, id: ID, username: 'ada', historyDays: null, backtestBrokers: null }

const version = (versionNo: number): AlgorithmVersion =>
  ({
    ...sampleReply('getVersion'),
    id: idOf(versionNo),
    algorithmId: ID,
    versionNo,
    displayVersionNo: `v${versionNo}`,
    script: scriptOf(versionNo),
    externals: [],
    markets: [],
    check: null,
  }) as AlgorithmVersion

let latest = 3
const algorithm = (): Algorithm =>
  ({
    ...sampleReply('getAlgorithm'),
    id: ID,
    userId: ID,
    name: 'Cross',
    readOnly: false,
    latestVersion: version(latest),
  }) as Algorithm
const versions = (): AlgorithmVersion[] => Array.from({ length: latest }, (_, i) => version(latest - i))

function openEditor(address = `/algorithms/${ID}/edit`) {
  const api = mockApi({
    bootstrap: () => sampleReply('bootstrap', { user }),
    getAlgorithm: algorithm,
    listVersions: versions,
    getVersion: ({ params }) => {
      const found = versions().find(({ id }) => id === params['versionId'])
      return found ?? Response.json({ code: 'not-found', kind: 'not-found', message: 'gone' }, { status: 404 })
    },
    saveVersion: ({ body }) => {
      latest += 1
      return { ...version(latest), script: (body as { script: string }).script, warnings: [] }
    },
  })
  return { api, page: renderPage(address) }
}
const field = (): Promise<HTMLTextAreaElement> => screen.findByRole('textbox', { name: 'Script' })
const type = async (text: string): Promise<void> => void fireEvent.change(await field(), { target: { value: text } })

beforeEach(() => {
  latest = 3
  localStorage.clear()
  vi.stubGlobal('Worker', InlineWorker)
})
afterEach(() => vi.unstubAllGlobals())

describe('a version whose custom indicators are others now', () => {
  const carried = (state: CarriedIndicator['state'], ownKey: string | null = 'Zigzag') => [
    { key: 'Zigzag', state, ownId: ID, ownKey },
  ]
  const using = (): AlgorithmVersion => ({
    ...version(3),
    script: 'indicators.Zigzag()\nfunction onTick() {}',
    indicators: ['Zigzag'],
  })

  it('is saved with the changed one by a button, although its script is the same', async () => {
    const { api } = openEditor()
    api.use({ getVersion: using, listCarriedIndicators: carried('changed') })
    expect(await screen.findByText(/^Indicator Zigzag has changed since v3 was saved/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Save with the new one' }))
    await waitFor(() => expect(api.requestsOf('saveVersion')).toHaveLength(1))
    expect(api.requestsOf('saveVersion')[0]?.body).toMatchObject({
      script: using().script,
      message: 'Use the changed Zigzag',
    })
  })

  it('is saved with the changed one anyway once its script is changed', async () => {
    openEditor().api.use({ getVersion: using, listCarriedIndicators: carried('changed') })
    await screen.findByRole('button', { name: 'Save with the new one' })
    await type(`${using().script}\n`)
    expect(await screen.findByText(/Saving uses the new one\.$/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save with the new one' })).toBeNull()
  })

  it.each([
    ['renamed', 'Swings', 'Indicator Zigzag is called Swings now.'],
    ['other', 'Zigzag', 'v3 carries an indicator Zigzag that is not yours.'],
  ] as const)('says what saving does when the indicator is %s', async (state, ownKey, text) => {
    openEditor().api.use({ getVersion: using, listCarriedIndicators: carried(state, ownKey) })
    expect(await screen.findByText((shown) => shown.startsWith(text))).toBeDefined()
  })

  it.each(['current', 'gone'] as const)('says nothing when the indicator is %s', async (state) => {
    const { api } = openEditor()
    api.use({ getVersion: using, listCarriedIndicators: carried(state, null) })
    await waitFor(() => expect(api.requestsOf('listCarriedIndicators')).toHaveLength(1))
    expect(screen.queryByText(/Indicator Zigzag|an indicator Zigzag/)).toBeNull()
  })
})

describe('a script in the editor', () => {
  it('can be typed before the code editor has loaded, survives a reload, and can be discarded', async () => {
    const first = openEditor()
    expect((await field()).value).toBe(scriptOf(3))
    await type('function onTick() { log("mine") }')
    first.page.unmount()

    openEditor()
    expect((await field()).value).toBe('function onTick() { log("mine") }')
    expect(await screen.findByText(/^Unsaved draft of \d\d:\d\d restored$/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(async () => expect((await field()).value).toBe(scriptOf(3)))
    expect(Object.keys(localStorage).filter((name) => name.startsWith('tradeloom-draft/'))).toEqual([])
  })

  it('is no longer a draft after it was saved', async () => {
    const { api } = openEditor()
    await type('function onTick() { log("saved") }')
    fireEvent.change(screen.getByRole('textbox', { name: 'Commit message' }), { target: { value: 'Log it' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('All changes saved')).toBeTruthy()
    expect(api.requestsOf('saveVersion')[0]?.body).toMatchObject({ message: 'Log it', previousVersionId: idOf(3) })
    expect(Object.keys(localStorage).filter((name) => name.startsWith('tradeloom-draft/'))).toEqual([])
  })

  it('is saved once it has loaded, when the key was pressed before', async () => {
    const stopKeeping = keepEarlyKeys()
    const before = openEditor()
    await type('function onTick() { log("draft") }')
    before.page.unmount()
    history.replaceState(null, '', '/algorithms')
    expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })).toBe(true)
    history.replaceState(null, '', `/algorithms/${ID}/edit`)
    expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })).toBe(false)
    const { api } = openEditor()
    await waitFor(() =>
      expect(api.requestsOf('saveVersion').map(({ body }) => body)).toMatchObject([
        { script: 'function onTick() { log("draft") }' },
      ]),
    )
    expect(await screen.findByText('All changes saved')).toBeTruthy()
    stopKeeping()
  })

  it('is not saved with errors: the message says where they are', async () => {
    const { api } = openEditor()
    await type('function onTick() {\n  setTimeout(() => 1, 5)\n}')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/^Cannot save\. Script contains errors: line 2, column 3: /)).toBeTruthy()
    expect(api.requestsOf('saveVersion')).toEqual([])
  })

  it('is kept when a newer version was saved in another tab, until the user loads that one', async () => {
    openEditor()
    await type('function onTick() { log("mine") }')
    latest = 4
    const other = new BroadcastChannel('tradeloom-editor')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin
    other.postMessage({ type: 'saved', key: `algorithm/${ID}`, tab: 'another' })
    expect(await screen.findByText('v4 was saved in another tab or browser.')).toBeTruthy()
    expect(await screen.findByText('This algorithm is also open in another tab.')).toBeTruthy()
    expect((await field()).value).toBe('function onTick() { log("mine") }')
    fireEvent.click(screen.getByRole('button', { name: 'Load it' }))
    await waitFor(async () => expect((await field()).value).toBe(scriptOf(4)))
    other.close()
  })

  it('asks before it is saved as a version after one that was saved in the meantime', async () => {
    const { api } = openEditor()
    await type('function onTick() { log("mine") }')
    api.use({
      saveVersion: ({ body }) =>
        (body as { latestVersionId: string }).latestVersionId === idOf(4)
          ? { ...version(5), warnings: [] }
          : errorReply(409, {
              code: 'newer-version',
              message: 'v4 has been saved in the meantime',
              details: { id: idOf(4), versionNo: 4 },
            }),
    })
    const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    save()
    expect(await screen.findByText('v4 is newer. Save as v5 anyway?')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Save failed: v4 has been saved in the meantime')).toBeDefined()
    expect((await field()).value).toBe('function onTick() { log("mine") }')
    save()
    fireEvent.click(await screen.findByRole('button', { name: 'Save as v5' }))
    expect(await screen.findByText('Saved as v5')).toBeDefined()
  })

  it('stays on the page when algorithm and version cannot be refreshed', { tags: ['full'] }, async () => {
    const { api } = openEditor()
    await type('function onTick() { log("mine") }')
    const before = await field()
    for (const status of [500, 429, 401]) {
      const failed = () => new Response('', { status })
      api.use({ getAlgorithm: failed, getVersion: failed, listVersions: failed })
      await queryClient.refetchQueries({ queryKey: ['algorithm', ID] })
      await queryClient.refetchQueries({ queryKey: ['version'] })
      expect(before.isConnected).toBe(true)
      expect(before.value).toBe('function onTick() { log("mine") }')
    }
  })

  it('warns when it is more than one version behind the latest', async () => {
    const before = openEditor(`/algorithms/${ID}/edit/${idOf(2)}`)
    expect((await field()).value).toBe(scriptOf(2))
    expect(await screen.findByText('v2')).toBeTruthy()
    expect(screen.queryByText('Outdated version')).toBeNull()
    before.page.unmount()
    openEditor(`/algorithms/${ID}/edit/${idOf(1)}`)
    expect((await field()).value).toBe(scriptOf(1))
    expect(await screen.findByText('Outdated version')).toBeTruthy()
  })

  it('of an unknown version leads to the latest one', async () => {
    openEditor(`/algorithms/${ID}/edit/${idOf(9)}`)
    expect((await field()).value).toBe(scriptOf(3))
    expect(await screen.findByText('Error retrieving algorithm version')).toBeTruthy()
  })
})

describe('Save & run', () => {
  const series = { interval: 'M1', price: 'trade', rows: 9, first: Date.UTC(2024, 0, 1), last: Date.UTC(2024, 5, 28) }
  const instrument = {
    ...sampleReply('listInstruments')[0],
    id: 'EURUSD:SIM',
    symbol: 'EURUSD',
    broker: 'SIM',
    series: [{ ...sampleReply('listInstruments')[0]?.series[0], ...series }],
  } as ReturnType<typeof sampleReply<'listInstruments'>>[number]
  const run = (changes: object): Backtest => ({
    ...(sampleReply('getBacktest') as Backtest),
    algorithmId: ID,
    algorithmName: 'Cross',
    symbol: 'EURUSD',
    instrumentId: 'EURUSD:SIM',
    readOnly: false,
    ...changes,
  })

  it('saves the draft, runs it with the settings last used, and shows the runs below the code', async () => {
    const before = run({ id: idOf(8), status: 'Completed', profitPercentage: 1, maxDrawdownPercentage: 4 })
    let rows = [before]
    const { api } = openEditor()
    api.use({
      listInstruments: [instrument],
      listBacktests: [],
      listAlgorithmBacktests: () => rows,
      runBacktest: () => {
        const done = { profitPercentage: 3.5, maxDrawdownPercentage: 2, positionCount: 12 }
        rows = [run({ id: idOf(7), status: 'Completed', ...done }), before]
        return run({ id: idOf(7), status: 'Queued', progress: -1 })
      },
    })
    await type('function onTick() { log("run me") }')
    fireEvent.keyDown(document.documentElement, { key: 'Enter', code: 'Enter', ctrlKey: true })
    const dock = await screen.findByRole('region', { name: 'Last runs' })
    expect(await within(dock).findByText('+3.50%')).toBeTruthy()
    expect(within(dock).getByText('(+2.50)')).toBeTruthy()
    expect(within(dock).getByText('12')).toBeTruthy()
    expect(api.requestsOf('saveVersion')).toHaveLength(1)
    expect(api.requestsOf('runBacktest')[0]?.body).toMatchObject({
      algorithmId: ID,
      algorithmVersionId: idOf(4),
      instrumentId: 'EURUSD:SIM',
      interval: 'M15',
      initialBalance: 10_000,
    })
    expect(within(dock).getAllByRole('link', { name: 'Open result' })).toHaveLength(1)
    fireEvent.click(within(dock).getByRole('button', { name: 'Last five runs' }))
    expect(within(dock).getAllByRole('link', { name: 'Open result' })).toHaveLength(2)
  })

  it('runs once the script has loaded, when its key was pressed before', async () => {
    const stopKeeping = keepEarlyKeys()
    history.replaceState(null, '', `/algorithms/${ID}/edit`)
    const { api } = openEditor()
    const { promise, resolve } = Promise.withResolvers<AlgorithmVersion>()
    api.use({
      getVersion: () => promise,
      listInstruments: [instrument],
      listBacktests: [],
      listAlgorithmBacktests: [],
      runBacktest: run({ id: idOf(7), status: 'Queued', progress: -1 }),
    })
    await waitFor(() => expect(api.requestsOf('getVersion')).toHaveLength(1))
    // False: the browser must do nothing of its own, such as saving the page.
    expect(fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', ctrlKey: true })).toBe(false)
    resolve(version(3))
    await waitFor(() => expect(api.requestsOf('runBacktest')).toHaveLength(1))
    stopKeeping()
  })

  it('says what is missing when the settings do not fit', async () => {
    const { api } = openEditor()
    api.use({ listInstruments: [], listBacktests: [], listAlgorithmBacktests: [] })
    await field()
    fireEvent.click(await screen.findByRole('button', { name: 'Run' }))
    expect(await screen.findByText(/^Please choose an instrument\./)).toBeTruthy()
    expect(api.requestsOf('runBacktest')).toEqual([])
  })

  it('does not run on another instrument when that of the last run is gone', async () => {
    const { api } = openEditor()
    const gone = run({ instrumentId: 'GONE:FXCM' })
    api.use({ listInstruments: [instrument], listBacktests: [gone], listAlgorithmBacktests: [] })
    await field()
    fireEvent.click(await screen.findByRole('button', { name: 'Run' }))
    expect(await screen.findByText(/^GONE:FXCM is no longer available\. Please choose an instrument/)).toBeTruthy()
    expect(api.requestsOf('runBacktest')).toEqual([])
  })

  it('shows the error of a run with a way to its line', async () => {
    const { api } = openEditor()
    const errored = {
      status: 'Errored',
      detail: 'x is undefined',
      errorLine: 3,
      errorColumn: 1,
      profitPercentage: null,
    }
    api.use({ listAlgorithmBacktests: [run({ id: idOf(8), ...errored })] })
    const dock = await screen.findByRole('region', { name: 'Last runs' })
    expect(within(dock).getByRole('alert').textContent).toBe('Line 3x is undefined')
  })
})
