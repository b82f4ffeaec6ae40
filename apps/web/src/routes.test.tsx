import type { Algorithm } from '@tradeloom/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorReply, mockApi, sampleReply } from './testing/mock-api.ts'
import { EURUSD } from './entities/prices/markets.fixture.ts'
import { orderOf, positionOf } from './entities/accounts/trading.fixture.ts'
import { renderPage } from './testing/render-page.tsx'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const OTHER = '01a1fcbd-ca32-7065-a0e0-bc6083108700'
const THIRD = '01a1fcbd-ca32-7065-a0e0-bc6083108702'
const SAMPLE_PAGE = { members: [], keywords: [] }

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

describe('the page of an algorithm that is not there', () => {
  it.each([
    ['a user', sampleReply('bootstrap'), 'Algorithm not found. It may have been deleted, or is not public.'],
    [
      'a visitor',
      sampleReply('bootstrap', { user: null }),
      'This algorithm is not public. If it is yours, log in to see it.',
    ],
  ])('leads %s back to the list, and says why', async (_, bootstrap, text) => {
    const missing = () => errorReply(404, { code: 'not-found', message: 'No such algorithm' })
    mockApi({ bootstrap, getAlgorithm: missing })
    renderPage(`/algorithms/${ID}/edit`)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: 'Algorithms' })).toBeTruthy()
  })
})

describe('the command palette', () => {
  it('finds pages by title and keyword, and opens them', async () => {
    renderPage('/algorithms')
    await userEvent.click(await screen.findByRole('button', { name: 'Go to' }))
    const search = await screen.findByRole('combobox', {
      name: 'Search pages, markets, sessions, orders, algorithms, settings, documentation',
    })
    await userEvent.type(search, 'calendars')
    const options = within(screen.getByRole('listbox', { name: 'Results' })).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Market dataPage'])
    await userEvent.type(search, '{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'Market data' })).toBeTruthy()
  })

  it.each([
    ['optimizations', 'OptimizationsPage'],
    ['trading', 'Trading SessionsPage'],
    ['new alg', 'New algorithmCommand'],
    ['new ind', 'New indicatorCommand'],
    ['import market', 'Import market dataCommand'],
    ['toggle', 'Toggle dark/lightCommand'],
    ['keyboard', 'Keyboard shortcutsCommand'],
  ])('finds %s', async (text, found) => {
    renderPage('/about')
    await userEvent.click(await screen.findByRole('button', { name: 'Go to' }))
    await userEvent.type(await screen.findByRole('combobox', { name: /^Search pages/ }), text)
    expect(screen.getAllByRole('option')[0]?.textContent).toBe(found)
  })

  it('runs commands: the import dialog opens on its page', async () => {
    renderPage('/about')
    await userEvent.click(await screen.findByRole('button', { name: 'Go to' }))
    await userEvent.type(await screen.findByRole('combobox', { name: /^Search pages/ }), 'import market{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Import market data' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('heading', { level: 1, name: 'Market data' })).toBeTruthy()
  })

  it('finds own indicators by name and key', async () => {
    const own = { ...sampleReply('listIndicators')[0]!, system: false }
    mockApi({
      listIndicators: [
        { ...own, id: THIRD, key: 'MyBands', name: 'Wide channel' },
        { ...own, id: OTHER, key: 'Drift', name: 'Drift' },
      ],
    })
    renderPage('/algorithms')
    await userEvent.click(await screen.findByRole('button', { name: 'Go to' }))
    const search = await screen.findByRole('combobox', {
      name: 'Search pages, markets, sessions, orders, algorithms, settings, documentation',
    })
    await userEvent.type(search, 'mybands')
    const options = within(screen.getByRole('listbox', { name: 'Results' })).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Wide channelYour indicator'])
  })

  it('finds markets, sessions, open positions, working orders and settings', async () => {
    mockApi({
      bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser') }),
      listInstruments: [EURUSD],
      listActiveSessions: [
        sampleReply('getSession', {
          id: THIRD,
          algorithmName: 'Euro breakout',
          instrumentId: EURUSD.id,
          status: 'Active',
        }),
      ],
      listOpenPositions: [positionOf({ symbol: 'EUR/USD', direction: 'SHORT', quantity: 1_000 })],
      listOrders: [
        orderOf({ symbol: 'EUR/USD', type: 'Limit', side: 'BUY', quantity: 500, status: 'NEW' }),
        orderOf({ symbol: 'EUR/USD', type: 'Limit', side: 'BUY', quantity: 700, status: 'FILLED' }),
      ],
    })
    renderPage('/about')
    await userEvent.click(await screen.findByRole('button', { name: 'Go to' }))
    const search = await screen.findByRole('combobox', { name: /^Search pages/ })
    await userEvent.type(search, 'eur')
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        'EUR/USD SIMMarket',
        'Euro breakout on EUR/USD SIMTrading session',
        'EUR/USD short 1,000Open position',
        'EUR/USD Limit BUY 500Working order',
      ]),
    )
    await userEvent.clear(search)
    await userEvent.type(search, 'api acc')
    expect(screen.getAllByRole('option')[0]?.textContent).toBe('API AccessSettings')
    await userEvent.clear(search)
    await userEvent.type(search, 'eurusd sim{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'EUR/USD SIM' })).toBeTruthy()
  })

  it('puts names first, and finds indicators in the documentation', async () => {
    const indicator = {
      ...SAMPLE_PAGE,
      path: 'indicators.RSI',
      slug: 'indicators-rsi',
      title: 'RSI',
      summary: 'Strength',
    }
    const kit = {
      ...SAMPLE_PAGE,
      path: 'Kit',
      slug: 'type-kit',
      title: 'Kit',
      summary: '',
      members: [{ name: 'rsi', id: 'rsi' }],
    }
    mockApi({
      documentationPage: sampleReply('documentationPage', { title: 'RSI' }),
      documentationNavigation: {
        version: '1',
        sections: [{ title: 'API', slug: 'api', pages: [kit, indicator] }],
      },
      listSharedAlgorithms: [
        { ...sampleReply('getAlgorithm'), id: THIRD, name: 'Diversified', username: 'ada' },
        { ...sampleReply('getAlgorithm'), id: OTHER, name: 'Two RSI', username: 'ada' },
      ] as Algorithm[],
    })
    renderPage('/algorithms')
    await userEvent.click(await screen.findByRole('button', { name: 'Go to' }))
    await userEvent.type(
      await screen.findByRole('combobox', {
        name: 'Search pages, markets, sessions, orders, algorithms, settings, documentation',
      }),
      'rsi',
    )
    const options = () => within(screen.getByRole('listbox', { name: 'Results' })).getAllByRole('option')
    // The keyword "version" of the page about the program contains it too.
    await waitFor(() =>
      expect(options().map(({ textContent }) => textContent)).toEqual([
        'indicators.RSIDocumentation',
        'Kit.rsiDocumentation',
        'Two RSIby ada',
        'Diversifiedby ada',
      ]),
    )
    await userEvent.click(options()[0]!)
    await waitFor(() => expect(document.title).toBe('RSI · Tradeloom'))
  })
})
