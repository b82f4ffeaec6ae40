import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { IndicatorDetail, IndicatorValues } from '@tradeloom/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RequestTimeout } from '../../../realtime/socket-client.ts'
import { socket } from '../../../realtime/socket.ts'
import { InlineWorker } from '../../../testing/inline-worker.ts'
import { mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { writeDraft } from '../../../entities/scripts/draft-store.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const INDICATOR: IndicatorDetail = {
  id: ID,
  name: 'Moving range',
  key: 'MovingRange',
  description: '',
  system: false,
  readOnly: false,
  shared: false,
  userId: ID,
  username: 'author',
  group: null,
  parameters: [
    { name: 'period', defaultValue: 20 },
    { name: 'source', defaultValue: null },
  ],
  clonedFromIndicator: null,
  created: null,
  updated: null,
  script: 'function onTick(period = 20, source) { return period }\n',
}
const SPAN = { first: Date.UTC(2020, 0, 1), last: Date.now() }
const [listed] = sampleReply('listInstruments')
const INSTRUMENT = {
  ...listed!,
  id: 'EURUSD:TEST',
  displaySymbol: 'EUR/USD',
  broker: 'TEST',
  series: [{ ...listed!.series[0]!, interval: 'M1', rows: 9, ...SPAN, stretches: [SPAN] }],
}

const OTHER = { ...INSTRUMENT, id: 'GBPUSD:TEST', displaySymbol: 'GBP/USD' }

/** Opens the page, starts a test that gets this answer, and returns the payload that was sent. */
async function runTest(answer: () => Promise<IndicatorValues>): Promise<unknown> {
  const request = vi.spyOn(socket, 'request').mockImplementation(answer)
  await openDialog()
  await userEvent.click(testButton())
  const [channel, name, payload, wait] = request.mock.calls[0] ?? []
  expect([channel, name, wait]).toEqual([5, 'test-indicator', 30_000])
  return payload
}

const dialog = () => within(screen.getByRole('dialog', { name: 'New Test' }))
const testButton = () => dialog().getByRole('button', { name: 'Test' })

async function openDialog(): Promise<void> {
  renderPage(`/indicators/${ID}/test`)
  await userEvent.click(await screen.findByRole('button', { name: 'New Test' }))
  await screen.findByRole('dialog', { name: 'New Test' })
  await dialog().findByLabelText('period')
}

beforeEach(() => {
  vi.stubGlobal('Worker', InlineWorker)
  localStorage.clear()
  mockApi({
    bootstrap: { ...sampleReply('bootstrap'), user: { ...sampleReply('currentUser'), id: ID } },
    getIndicator: INDICATOR,
    listIndicators: [INDICATOR],
    listInstruments: [INSTRUMENT, OTHER],
    listInstrumentsForUser: [INSTRUMENT, OTHER],
  })
})
afterEach(() => vi.restoreAllMocks())

describe('a test of an indicator', () => {
  it('sends the parameters as literals, and reports an answer without values', async () => {
    const times = [Date.UTC(2024, 0, 1)]
    const outputs = [{ name: 'value', pane: 'overlay' as const, color: '#2962ff', values: [null] }]
    const log = [{ time: times[0]!, level: 'info' as const, message: 'hello from the script' }]
    const payload = await runTest(async () => ({ state: 'initialized', times, outputs, log }))
    expect(payload).toMatchObject({ id: ID, instrumentId: 'EURUSD:TEST', interval: 'H1', parameters: [20, null] })
    expect(await screen.findByText('Test initialized successfully')).toBeDefined()
    expect(screen.getByText('No data returned by technical indicator')).toBeDefined()
    expect(screen.getByText('hello from the script')).toBeDefined()
  })

  it('tests the script as it is being edited, with the parameters that it has now', async () => {
    const text = 'function onTick(length = 5) { return length }'
    writeDraft(ID, `indicator/${ID}`, { text, baseId: null, message: '', time: 1 })
    const request = vi.spyOn(socket, 'request').mockImplementation(() => new Promise(() => {}))
    renderPage(`/indicators/${ID}/test`)
    await userEvent.click(await screen.findByRole('button', { name: 'New Test' }))
    await screen.findByRole('dialog', { name: 'New Test' })
    expect(await dialog().findByLabelText('length')).toHaveProperty('value', '5')
    expect(dialog().queryByLabelText('period')).toBeNull()
    await userEvent.click(testButton())
    const payload = request.mock.calls[0]?.[2]
    expect(payload).toMatchObject({ key: 'MovingRange', script: text, parameters: [5] })
    expect(payload).not.toHaveProperty('id')
  })

  it('says at the field which days it cannot begin or end on, as soon as they are typed', async () => {
    await openDialog()
    const type = async (label: string, day: string): Promise<void> => {
      await userEvent.clear(dialog().getByLabelText(label))
      await userEvent.type(dialog().getByLabelText(label), day)
      await userEvent.tab()
    }
    await type('Start (UTC)', '12/31/2019')
    dialog().getByText('Tests begin on 01/01/2020 at the earliest')
    await type('End (UTC)', '01/03/2050')
    dialog().getByText('Tests end today at the latest')
    await type('Start (UTC)', '02/03/2024')
    dialog().getByText('Please choose another day than a Saturday')
  })

  it('asks for a second instrument when the script compares two, and sends it', async () => {
    writeDraft(ID, `indicator/${ID}`, {
      text: 'function onTick(period = 20) { return other() }',
      baseId: null,
      message: '',
      time: 1,
    })
    const request = vi.spyOn(socket, 'request').mockImplementation(() => new Promise(() => {}))
    await openDialog()
    const field = await dialog().findByRole('combobox', { name: 'Compared with' })
    await userEvent.click(testButton())
    expect(dialog().getByText('Please choose an instrument to compare with')).toBeDefined()
    await userEvent.click(field)
    await userEvent.click(await screen.findByRole('option', { name: /GBP\/USD/ }))
    await userEvent.click(testButton())
    expect(request.mock.calls[0]?.[2]).toMatchObject({ otherInstrumentId: 'GBPUSD:TEST' })
  })

  it('is not started with a parameter that is not a literal', async () => {
    const request = vi.spyOn(socket, 'request')
    await openDialog()
    await userEvent.type(dialog().getByLabelText('source'), 'close')
    await userEvent.click(testButton())
    expect(dialog().getByText('Could not parse close. Must use valid JavaScript literal notation')).toBeDefined()
    expect(request).not.toHaveBeenCalled()
  })

  it('leads to the line of an error', async () => {
    await runTest(async () => ({ state: 'errored', message: 'period is not a function', line: 3, column: 7, log: [] }))
    expect((await screen.findAllByText('Test errored')).length).toBeGreaterThan(0)
    expect(screen.getByText('period is not a function')).toBeDefined()
    const link = screen.getByRole('link', { name: 'Go to line 3' })
    expect(link.getAttribute('href')).toBe(`/indicators/${ID}/edit?line=3&column=7`)
  })

  it('says when there was no answer in time', async () => {
    await runTest(() => Promise.reject(new RequestTimeout('No answer')))
    expect((await screen.findAllByText('Technical indicator test timed out')).length).toBeGreaterThan(0)
  })

  it('says when the request failed, and why', async () => {
    await runTest(() => Promise.reject(new Error('The connection to the server was lost')))
    expect((await screen.findAllByText('Error fetching technical indicator')).length).toBeGreaterThan(0)
    expect(screen.getByText('The connection to the server was lost')).toBeDefined()
  })
})
