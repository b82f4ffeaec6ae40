import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mockApi, sampleReply } from './testing/mock-api.ts'
import { renderPage } from './testing/render-page.tsx'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

beforeEach(() => void mockApi({ listInstruments: [], listImports: [], listCalendars: [] }))
afterEach(() => vi.unstubAllGlobals())

describe('pages', () => {
  it.each([
    ['/algorithms', 'Algorithms', 'Algorithms · Tradeloom'],
    ['/backtests', 'Backtests', 'Backtests · Tradeloom'],
    ['/market-data', 'Market data', 'Market data · Tradeloom'],
    ['/about', 'About Tradeloom', 'About · Tradeloom'],
    ['/nowhere', 'Page not found', 'Page not found · Tradeloom'],
  ])('open at %s with heading and title', async (address, heading, title) => {
    renderPage(address)
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
    await waitFor(() => expect(document.title).toBe(title))
  })

  it('show their frame before their code and data have arrived', async () => {
    mockApi({ bootstrap: () => new Promise<Response>(() => {}) })
    renderPage('/')
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy()
    expect(within(screen.getByRole('main')).getByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('name the algorithm in the title, and lead back to the list when it does not exist', async () => {
    mockApi({ getAlgorithm: sampleReply('getAlgorithm', { name: 'Cross', readOnly: false }) })
    renderPage(`/algorithms/${ID}/backtest`)
    await waitFor(() => expect(document.title).toBe('Backtests of Cross · Tradeloom'))
  })
})

describe('the command palette', () => {
  it('finds pages by title and keyword, and opens them', async () => {
    renderPage('/algorithms')
    await userEvent.click(await screen.findByRole('button', { name: 'Go to' }))
    const search = await screen.findByRole('combobox', { name: 'Go to page or algorithm' })
    await userEvent.type(search, 'calendars')
    const options = within(screen.getByRole('listbox', { name: 'Results' })).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Market dataPage'])
    await userEvent.type(search, '{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'Market data' })).toBeTruthy()
  })
})
