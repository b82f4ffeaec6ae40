import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockApi, type MockReplies, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { closeAuthPrompt } from '../../entities/user/auth-prompt.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const SAMPLE = {
  algorithmId: ID,
  algorithmName: 'Moving average cross',
  backtestId: ID,
  symbol: 'EURUSD',
  simulated: true,
  start: '2024-01-01T00:00:00.000Z',
  end: '2024-02-01T00:00:00.000Z',
  profitPercentage: -1.234,
  maxDrawdownPercentage: 2.5,
  profitFactor: null,
  positionCount: 1234,
  sparkline: [10_000, 10_050, 9876.6],
}

const NONE = { sample: null, isPreparing: false }

afterEach(() => {
  closeAuthPrompt(false)
  vi.unstubAllGlobals()
})

function open(replies: MockReplies): void {
  mockApi({ bootstrap: sampleReply('bootstrap', { user: null }), ...replies })
  renderPage('/')
}

describe('the home page', () => {
  it('shows a real run of a sample, and what has no value as such', async () => {
    open({ sampleResult: { sample: SAMPLE, isPreparing: false } })
    const sample = await screen.findByRole('region', { name: 'Sample result' })
    await screen.findByRole('heading', { name: 'Moving average cross' })
    expect(sample.textContent).toContain('EURUSD · 2024-01-01 to 2024-01-31')
    expect(sample.textContent).toContain('Simulated')
    expect(sample.textContent).toMatch(/Return[−-]1\.23\s?%/)
    expect(sample.textContent).toMatch(/Maximum drawdown2\.50?\s?%/)
    expect(sample.textContent).toMatch(/Return \/ drawdown[–—]/)
    expect(sample.textContent).toContain('Positions1,234')
    const link = screen.getByRole('link', { name: 'Open the sample result' })
    expect(link.getAttribute('href')).toBe(`/algorithms/${ID}/backtest/${ID}`)
  })

  it('has no link to a result while there is none', async () => {
    open({ sampleResult: NONE })
    expect(await screen.findByText('No sample result yet')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Open the sample result' })).toBeNull()
  })

  it('follows the samples of a new installation until the first result', async () => {
    let sample: typeof SAMPLE | null = null
    open({ sampleResult: () => ({ sample, isPreparing: sample === null }) })
    expect(await screen.findByText('The samples are running')).toBeDefined()
    expect(screen.queryByText('No sample result yet')).toBeNull()
    sample = SAMPLE
    expect(await screen.findByRole('heading', { name: 'Moving average cross' }, { timeout: 60_000 })).toBeDefined()
  })

  it('says that the sample could not be loaded, and loads it again', async () => {
    let fails = true
    open({ sampleResult: () => (fails ? new Response('', { status: 404 }) : { sample: SAMPLE, isPreparing: false }) })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    fails = false
    fireEvent.click(retry)
    expect(await screen.findByRole('heading', { name: 'Moving average cross' })).toBeDefined()
  })

  it('leads to the algorithms after any login', async () => {
    open({ sampleResult: NONE, listOwnAlgorithms: () => [], listSharedAlgorithms: () => [] })
    await screen.findByRole('button', { name: 'Create account' })
    const known = queryClient.getQueryData(bootstrapQuery.queryKey)
    if (known === undefined) throw new Error('The page does not know its visitor')
    act(() => void queryClient.setQueryData(bootstrapQuery.queryKey, { ...known, user: sampleReply('bootstrap').user }))
    expect(await screen.findByRole('heading', { name: 'Algorithms' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  })

  it('opens the registration', async () => {
    open({ sampleResult: NONE })
    fireEvent.click(await screen.findByRole('button', { name: 'Create account' }))
    expect(await screen.findByRole('dialog', { name: 'Register' })).toBeDefined()
  })
})
