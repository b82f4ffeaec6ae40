import type { Optimization } from '@tradeloom/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorReply, type MockReplies, mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { queryClient } from '../../../api/query-client.ts'
import { closeAuthPrompt } from '../../../entities/user/auth-prompt.ts'
import { bootstrapQuery } from '../../../entities/user/bootstrap-query.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const sample = sampleReply('getOptimization') as Optimization

const row = (place: number, changes: Partial<Optimization>): Optimization => ({
  ...sample,
  id: `${ID.slice(0, -1)}${place}`,
  symbol: 'EURUSD',
  readOnly: false,
  externalsSettings: [{ name: 'fast', start: 5, end: 45, count: 5 }],
  strategy: 'exhaustive',
  statusDetail: '',
  ...changes,
})

const ROWS = [
  row(0, { status: 'Queued', symbol: 'QUEUED', progress: -1 }),
  row(1, { status: 'In Progress', symbol: 'RUNNING', progress: 40, done: 2, total: 5, remainingMs: 90_000 }),
  row(2, { status: 'Completed', symbol: 'DONE', progress: 100, bestProfit: 123.4 }),
]

const REPLIES: MockReplies = {
  bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser') }),
  getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: false }),
  listAlgorithmOptimizations: ROWS,
  listOptimizations: ROWS,
}

async function actionsOf(symbol: string): Promise<string[]> {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^Actions for the ${symbol}`) }))
  const menu = await screen.findByRole('menu')
  return within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
}

// jsdom has no layout: without a height, no row of a table is in view.
beforeEach(() => void vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(560))
afterEach(() => {
  closeAuthPrompt(false)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the list of optimizations', () => {
  it('has the columns of the specification, with progress and time left', async () => {
    mockApi(REPLIES)
    renderPage('/optimizations')
    const table = await screen.findByRole('table', { name: 'Optimizations' })
    const headers = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(headers).toEqual([
      'Created (UTC)',
      'Algorithm',
      'Star',
      'Symbol',
      'Status',
      'Best Profit',
      'Strategy',
      'Externals Settings',
      'Start',
      'End',
      'Interval',
      'Resolution',
      'Broker',
      'Initial Balance',
      'User',
      'Actions',
    ])
    expect(within(table).getByLabelText('Progress 40%')).toBeDefined()
    expect(within(table).getByText(/^about 1 min/)).toBeDefined()
    expect(within(table).getAllByText('fast 5 to 45 (5 values)')).toHaveLength(3)
  })

  it('marks an optimization with a star', async () => {
    const rows = ROWS.map((one) => ({ ...one, starred: false }))
    const [first] = rows as [Optimization, ...Optimization[]]
    const api = mockApi({ ...REPLIES, listOptimizations: rows, starOptimization: { ...first, starred: true } })
    renderPage('/optimizations')
    const [star] = await screen.findAllByRole('button', { name: 'Star', pressed: false })
    await userEvent.click(star as HTMLElement)
    expect(await screen.findAllByRole('button', { name: 'Star', pressed: true })).toHaveLength(1)
    expect(api.requestsOf('starOptimization')).toMatchObject([{ body: { starred: true } }])
  })

  it.each([
    ['QUEUED', ['Run Again', 'Cancel']],
    ['RUNNING', ['Run Again', 'Stop']],
    ['DONE', ['Run Again', 'Delete']],
  ])('offers what the state of %s allows', async (symbol, actions) => {
    mockApi(REPLIES)
    renderPage(`/algorithms/${ID}/optimize`)
    await screen.findByRole('table', { name: 'Optimizations' })
    expect(await actionsOf(symbol)).toEqual(actions)
  })

  it('deletes after a confirmation', async () => {
    const api = mockApi(REPLIES)
    renderPage(`/algorithms/${ID}/optimize`)
    await screen.findByRole('table', { name: 'Optimizations' })
    await actionsOf('DONE')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    api.use({ listAlgorithmOptimizations: ROWS.slice(0, 2) })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete optimization' }))
    expect(await screen.findByText('Optimization deleted')).toBeDefined()
    expect(api.requestsOf('deleteOptimization')).toHaveLength(1)
    await waitFor(() => expect(screen.queryByText('DONE')).toBeNull())
  })

  it('says what failed when the server has no text', async () => {
    mockApi({ ...REPLIES, stopOptimization: () => new Response('', { status: 500 }) })
    renderPage(`/algorithms/${ID}/optimize`)
    await screen.findByRole('table', { name: 'Optimizations' })
    await actionsOf('RUNNING')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Stop' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Stop optimization' }))
    expect(await screen.findByText('Error stopping optimization')).toBeDefined()
  })

  it('has no actions for the optimizations of another user', async () => {
    mockApi({
      ...REPLIES,
      getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: true }),
      listAlgorithmOptimizations: ({ isShared }) => ROWS.map((one) => ({ ...one, readOnly: isShared })),
    })
    renderPage(`/algorithms/${ID}/optimize`)
    await screen.findByRole('table', { name: 'Optimizations' })
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  })

  it('is empty before the first one', async () => {
    mockApi({ ...REPLIES, listAlgorithmOptimizations: [] })
    renderPage(`/algorithms/${ID}/optimize`)
    expect(await screen.findByText('No optimisations')).toBeDefined()
  })

  it('asks visitors to log in before they run one', async () => {
    mockApi({
      bootstrap: sampleReply('bootstrap', { user: null }),
      getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: true }),
      listAlgorithmOptimizations: [],
      currentUser: () => errorReply(401, { code: 'unauthenticated', message: 'Please log in' }),
    })
    renderPage(`/algorithms/${ID}/optimize`)
    await userEvent.click(await screen.findByRole('button', { name: 'New Optimization' }))
    expect(await screen.findByText('Please log in to run optimization')).toBeDefined()
  })

  it.each([
    ['QUEUED', 'Cancel', 'cancel'],
    ['RUNNING', 'Stop', 'stop'],
    ['DONE', 'Delete', 'delete'],
  ])('of %s asks to log in before it would %s', async (symbol, verb, action) => {
    // The login has ended in another tab, while this one shows the list.
    const api = mockApi({ ...REPLIES, deleteOptimization: { ok: true }, stopOptimization: sample })
    renderPage(`/algorithms/${ID}/optimize`)
    await screen.findByRole('table', { name: 'Optimizations' })
    await actionsOf(symbol)
    act(() => queryClient.setQueryData(bootstrapQuery.queryKey, sampleReply('bootstrap', { user: null }) as never))
    await userEvent.click(screen.getByRole('menuitem', { name: verb }))
    await userEvent.click(await screen.findByRole('button', { name: `${verb} optimization` }))
    expect(await screen.findByText(`Please log in to ${action} optimization`)).toBeDefined()
    expect([...api.requestsOf('deleteOptimization'), ...api.requestsOf('stopOptimization')]).toEqual([])
  })
})
