import { type APIRequestContext, type Browser, expect } from '@playwright/test'
import { importEnd, newAlgorithm, newUser, runBacktest } from './api.ts'
import { PAGE_ROUTES } from './page-routes.ts'
import { NARROW, openScreens, TAKES_PICTURES, type View, WIDE } from './screens.ts'
import { test } from './test.ts'

/** Overflow depends on the width and contrast on the color scheme, so two views see both. Pictures are made of all four. */
const VIEWS: readonly [View, ...View[]] = [
  { size: WIDE, scheme: 'dark' },
  { size: NARROW, scheme: 'light' },
  ...(TAKES_PICTURES
    ? ([
        { size: NARROW, scheme: 'dark' },
        { size: WIDE, scheme: 'light' },
      ] as const)
    : []),
]

/** Pages that show something to visitors, and pages that need the user's own data. */
const PAGES_OF_VISITORS = [
  '/',
  '/algorithms',
  '/api-docs',
  '/api-docs/:slug',
  '/backtests',
  '/data-sources',
  '/documentation',
  '/documentation/:slug',
  '/embed/chart',
  '/indicators',
  '/indicators/:indicatorId/edit',
  '/indicators/:indicatorId/test',
  '/instruments/:instrumentId',
  '/market-data',
  '/panel/:view',
  '/platform/:layoutName',
]
const PAGES_OF_ALGORITHMS = [
  '/algorithms',
  '/algorithms/:algorithmId/description',
  '/algorithms/:algorithmId/edit',
  '/algorithms/:algorithmId/edit/:versionId',
  '/algorithms/:algorithmId/optimize',
  '/algorithms/:algorithmId/overview',
  '/algorithms/:algorithmId/trade',
]
const PAGES_OF_RUNS = [
  '/algorithms/:algorithmId/backtest',
  '/algorithms/:algorithmId/backtest/:backtestId',
  '/backtests',
  '/backtests/:backtestId',
]
/** Checked by the journeys of optimizations. */
const PAGES_OF_OPTIMIZATIONS = [
  '/algorithms/:algorithmId/optimize/:optimisationId',
  '/algorithms/:algorithmId/optimize/:optimisationId/backtest/:backtestId',
  '/algorithms/:algorithmId/optimize/:optimisationId/luck',
  '/optimizations/:optimisationId',
  '/optimizations/:optimisationId/luck',
]
/** Checked by the journey of trading sessions. */
const PAGES_OF_SESSIONS = ['/algorithms/:algorithmId/trade/:sessionId', '/sessions/:sessionId']
/** Checked by the journey of bad days. */
const PAGES_OF_DRILLS = ['/accounts/:accountId/practice']
/** Pages about accounts and for administrators. */
const PAGES_OF_ACCOUNTS = [
  '/admin/audit',
  '/admin/backups',
  '/admin/data-sources',
  '/admin/emergency-kit',
  '/admin/keys',
  '/admin/outbox',
  '/admin/packages',
  '/admin/payments',
  '/admin/sign-in',
  '/admin/storage',
  '/admin/users',
  '/admin/users/:userId',
  '/admin/venues',
  '/logout',
  '/pricing',
]
/** Addresses that redirect to one of those pages. */
const REDIRECTED = ['/algorithms/:algorithmId', '/admin', '/indicators/:indicatorId', '/platform']
const PREPARED = [
  ...PAGES_OF_VISITORS,
  ...PAGES_OF_ALGORITHMS,
  ...PAGES_OF_RUNS,
  ...PAGES_OF_OPTIMIZATIONS,
  ...PAGES_OF_SESSIONS,
  ...PAGES_OF_DRILLS,
  ...PAGES_OF_ACCOUNTS,
  ...REDIRECTED,
]
/** All others are just opened, as a visitor: a new page needs no line here unless it has parameters. */
const JUST_OPENED = PAGE_ROUTES.filter((route) => !PREPARED.includes(route))

const SCRIPT = `
const fast = indicators.SMA('M15', 5)
const slow = indicators.SMA('M15', 20)
function onIntervalClose(bar) {
  if (!slow.ready) return
  plot('fast', fast.value())
  const up = fast.value(1) <= slow.value(1) && fast.value() > slow.value()
  const down = fast.value(1) >= slow.value(1) && fast.value() < slow.value()
  if (up || down) closeAll()
  if (up) buy({ quantity: 10000, stopLossPips: 20 })
  if (down) sell({ quantity: 10000, stopLossPips: 20 })
  if (up || down) log('Turned at', bar.close)
}
`
const MONTH = {
  instrumentId: 'EURUSD:SIM',
  initialBalance: 10_000,
  interval: 'M15',
  resolution: 1,
  models: { slippage: { model: 'fixed', pips: 0.2 }, commission: { perLot: 7 } },
}

/** One day of trades: prices without bid and ask, so that a run needs its own spread. */
const TRADES = [
  'time,open,high,low,close,volume',
  ...Array.from({ length: 1440 }, (_, minute) => {
    const time = new Date(Date.UTC(2024, 0, 10) + minute * 60_000).toISOString().slice(0, 19)
    const price = (100 + Math.sin(minute / 90)).toFixed(3)
    return `${time},${price},${price},${price},${price},5`
  }),
].join('\n')
/** Far in the future, where there are no prices: all users may add such days. */
const HOLIDAYS = 'date,open,close\n2035-12-25,,\n2035-12-31,,14:00\n'
const TABLES = {
  instrumentId: 'BTCUSD:SCREENS',
  initialBalance: 10_000,
  interval: 'M15',
  resolution: 1,
  start: '2024-01-10T00:00:00.000Z',
  end: '2024-01-11T00:00:00.000Z',
  models: { spread: { model: 'hourly' }, funding: { hours: 8, rate: 0.0001 } },
  tables: {
    spreadByHour: Array.from({ length: 168 }, (_, hour) => 1 + (hour % 24) / 10),
    fundingRates: [
      [Date.UTC(2024, 0, 10, 8), 0.0003],
      [Date.UTC(2024, 0, 10, 16), -0.0001],
    ],
  },
}

/** The last month that the simulated market certainly contains in full. */
function lastMonth(): { start: string; end: string } {
  const now = new Date()
  const first = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
  return { start: first(2), end: first(1) }
}

// A dozen screens, each checked by axe, take minutes on a busy machine.

test('every page of the web app is checked', () => {
  expect(PREPARED.filter((route) => !PAGE_ROUTES.includes(route))).toEqual([])
  expect(JUST_OPENED.filter((route) => route.includes(':'))).toEqual([])
})

test('screens of visitors and of market data', async ({ browser }) => {
  const { context, page, look, complaints, seen } = await openScreens(browser, { views: VIEWS })
  await page.goto('/')
  await expect(page.getByRole('img', { name: /^Equity of / })).toBeVisible()
  await look('home')
  await page.goto('/algorithms')
  await expect(page.getByRole('heading', { name: 'Moving average cross' })).toBeVisible()
  await look('algorithms-visitor')
  await page.goto('/market-data')
  await expect(page.getByText('Simulated').first()).toBeVisible()
  await look('market-data')
  await page.goto('/data-sources')
  await expect(page.getByText('No databases')).toBeVisible()
  await look('data-sources')
  await page.goto('/documentation')
  await expect(page.getByRole('heading', { name: 'Your first algorithm' })).toBeVisible()
  await look('documentation')
  await page.goto('/documentation/indicator-rsi')
  await expect(page.getByRole('heading', { name: 'Plot it' })).toBeVisible()
  await look('documentation-indicator')
  await page.goto('/api-docs')
  await expect(page.getByRole('heading', { name: 'Keys of the API' })).toBeVisible()
  await look('api-docs')
  await page.goto('/api-docs/backtests')
  await expect(page.getByRole('heading', { name: 'POST /api/backtest', exact: true })).toBeVisible()
  await look('api-docs-calls')
  await page.goto('/nowhere')
  await look('not-found')
  // The browser itself logs an error for a page that does not exist.
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/404.*\/nowhere\)$/)])
  await page.goto('/backtests')
  await look('backtests-visitor')
  for (const route of JUST_OPENED) {
    await page.goto(route)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await look(`${route.replaceAll('/', '')}-visitor`)
  }
  for (const layout of ['Forex Markets', 'Crypto Markets']) {
    await page.goto(`/platform/${layout}`)
    await expect(page.getByRole('heading', { level: 1, name: layout })).toBeVisible()
    await look(`platform-${layout.slice(0, 5).toLowerCase()}`)
  }
  await page.goto('/panel/order-book')
  await expect(page.getByRole('group', { name: 'Levels of the order book' })).toBeVisible()
  await look('panel-order-book')
  await page.goto('/instruments/BTCUSDT:SIM')
  await expect(page.getByRole('heading', { name: 'Trading conditions' })).toBeVisible()
  await look('instrument')
  await page.goto('/embed/chart?interval=H1')
  await expect(page.getByRole('group', { name: /^Prices of EUR\/USD on SIM/ })).toBeVisible()
  await look('embed-chart')
  await page.goto('/indicators')
  await expect(page.getByRole('region', { name: 'Oscillators' })).toBeVisible()
  await look('indicators-visitor')
  await page.goto('/indicators/RSI/edit')
  await expect(page.getByText('Relative strength index').first()).toBeVisible()
  await look('editor-indicator-view')
  await page.getByRole('link', { name: 'Test', exact: true }).click()
  await page.getByRole('button', { name: 'New Test' }).click()
  await look('indicator-test-dialog')
  await page.getByRole('dialog').getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Prices with the indicator' })).toBeVisible()
  await look('indicator-test')
  expect([...seen].sort()).toEqual([...PAGES_OF_VISITORS, ...JUST_OPENED].sort())

  await newUser(context.request, 'screens')
  await sendFile(context.request, '/api/market-data/calendars', { format: 'csv', add: 'true' }, HOLIDAYS)
  await importTrades(context.request)
  await page.goto('/market-data')
  await expect(page.getByRole('heading', { name: 'Forex week' })).toBeVisible()
  await expect(page.getByText('Tue 2035-12-25')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Report: 1,440 rows/ }).first()).toBeVisible()
  await look('market-data-own')
  await page.getByRole('button', { name: 'Import holidays' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Please choose a file')).toBeVisible()
  await look('holidays-dialog')
  expect(complaints).toEqual([])
  await context.close()
})

test('screens of algorithms', { tag: '@full' }, async ({ browser }) => {
  const { login, algorithm, broken } = await (owned ??= makeRuns(browser))
  const { context, page, look, complaints, seen } = await openScreens(browser, { views: VIEWS, login })
  await page.goto('/algorithms')
  await expect(page.getByText('Fast and slow').first()).toBeVisible()
  await look('algorithms-own')
  await page.getByRole('button', { name: 'New algorithm' }).first().click()
  await expect(page.getByRole('radio', { name: /^Blank/ })).toBeVisible()
  await look('new-algorithm')
  await page.goto(`/algorithms/${algorithm.id}`)
  await expect(page).toHaveURL(/\/edit$/)
  await expect(page.locator('.monaco-editor .view-lines').first()).toContainText('onIntervalClose')
  await look('editor')
  await page.getByRole('button', { name: 'New Backtest' }).first().click()
  await expect(
    page.getByRole('dialog', { name: 'New Backtest' }).getByRole('button', { name: 'Run', exact: true }),
  ).toBeVisible()
  await look('new-backtest')
  await page.getByRole('button', { name: 'Prices and costs' }).click()
  await expect(page.getByRole('combobox', { name: 'Accounting' })).toBeVisible()
  await look('new-backtest-costs')
  await page.goto(`/algorithms/${algorithm.id}/edit/${algorithm.versionId}?line=5`)
  await expect(page.locator('.monaco-editor .view-lines').first()).toContainText('onIntervalClose')
  await look('editor-version')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Share algorithm' })).toBeVisible()
  await look('share')
  await page.goto(`/algorithms/${algorithm.id}/description`)
  await expect(page.getByText('No description')).toBeVisible()
  await look('description-empty')
  await page.getByRole('button', { name: 'Edit description' }).click()
  await page.getByLabel('Description').fill('See https://example.org/')
  await look('description-edit')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.goto(`/algorithms/${algorithm.id}/overview`)
  await expect(page.getByRole('figure', { name: /^Position Count/ })).toBeVisible()
  await look('overview')
  await page.goto(`/algorithms/${broken.id}/overview`)
  await expect(page.getByText('No completed backtests')).toBeVisible()
  await look('overview-empty')
  await page.goto(`/algorithms/${broken.id}/optimize`)
  await expect(page.getByText('No optimisations')).toBeVisible()
  await look('optimize')
  await page.goto(`/algorithms/${broken.id}/trade`)
  await expect(page.getByText('No trading sessions')).toBeVisible()
  await look('trade')
  expect([...seen].sort()).toEqual(PAGES_OF_ALGORITHMS)
  expect(complaints).toEqual([])
  await context.close()
})

test('screens of runs', { tag: '@full' }, async ({ browser }) => {
  const { login, algorithm, good, broken, bad } = await (owned ??= makeRuns(browser))
  const { context, page, look, complaints, seen } = await openScreens(browser, { views: VIEWS, login })
  await page.goto(`/algorithms/${algorithm.id}/backtest`)
  await expect(page.getByText('Completed').first()).toBeVisible()
  await look('backtests')
  await page.goto(`/algorithms/${algorithm.id}/backtest/${good.id}`)
  await expect(page.getByText('Position Count').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Monthly returns' })).toBeVisible()
  await look('result')
  for (const section of ['Positions', 'Orders', 'Analysis', 'Metrics', 'Data', 'Log']) {
    await page.getByRole('tab', { name: section }).click()
    await expect(page.getByRole('tabpanel', { name: section }).getByRole('heading').first()).toBeVisible()
    await look(`result-${section.toLowerCase()}`)
  }
  await page.goto(`/algorithms/${broken.id}/backtest/${bad.id}`)
  await expect(page.getByText(/undefined/).first()).toBeVisible()
  await look('errored')
  await page.goto(`/backtests/${bad.id}`)
  await expect(page.getByText(/undefined/).first()).toBeVisible()
  await look('errored-alone')
  await page.goto('/backtests')
  await expect(page.getByText('Errored').first()).toBeVisible()
  await look('backtests-all')
  expect([...seen].sort()).toEqual(PAGES_OF_RUNS)
  expect(complaints).toEqual([])
  await context.close()
})

test('screens of accounts and administration', { tag: '@full' }, async ({ browser, tradeloom }) => {
  const { context, page, look, complaints, seen } = await openScreens(browser, { views: VIEWS })
  await page.goto('/pricing')
  await expect(page.getByText('This installation has no packages: everything is included.')).toBeVisible()
  await look('pricing')
  await page.goto('/logout')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await look('login')
  await page.getByRole('button', { name: 'Forgotten your login details?' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Please enter your email address')).toBeVisible()
  await look('forgotten-password')
  await page.goto(`/about?key=${'k'.repeat(43)}`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Please enter your password')).toBeVisible()
  await look('new-password')
  const username = await newUser(context.request, 'accounts')
  await tradeloom('user', 'admin', username)
  for (const settings of ['premium-packages', 'security', 'display']) {
    await page.goto(`/about?settings=${settings}`)
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await look(`settings-${settings}`)
  }
  await page.goto('/admin')
  await expect(page.getByRole('row').filter({ hasText: username })).toBeVisible()
  await look('admin-users')
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await look('admin-users-actions')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: username }).click()
  await expect(page.getByRole('heading', { name: username })).toBeVisible()
  await look('admin-user')
  await context.request.post('/public-api/request-password-reset', { data: { email: `${username}@example.com` } })
  await expect(async () => {
    await page.goto('/admin/outbox')
    await page.getByText(`to ${username}@example.com`).waitFor({ timeout: 10_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Show text' }).first().click()
  await expect(page.getByText(`Hello ${username}`)).toBeVisible()
  await look('admin-outbox')
  await page.goto('/admin/audit')
  await expect(page.getByRole('group', { name: 'Audit log' })).toBeVisible()
  await look('admin-audit')
  await page.goto('/admin/data-sources')
  await expect(page.getByText('Nothing is sent to FRED.')).toBeVisible()
  await look('admin-data-sources')
  await page.goto('/admin/packages')
  await expect(page.getByText('free', { exact: true })).toBeVisible()
  await look('admin-packages')
  await page.goto('/admin/payments')
  await expect(page.getByText('This server takes no payments')).toBeVisible()
  await look('admin-payments')
  await page.goto('/admin/backups')
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeEnabled()
  await look('admin-backups')
  await page.getByRole('link', { name: 'Emergency kit' }).click()
  await page.getByRole('button', { name: 'Show the kit' }).click()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await look('admin-emergency-kit')
  await page.goto('/admin/storage')
  await expect(page.getByText('Journals, orders and positions')).toBeVisible()
  await look('admin-storage')
  await page.getByRole('button', { name: 'Change how long to keep: Backtests' }).click()
  await page.getByRole('switch', { name: 'Delete what is older' }).press('Space')
  await expect(page.getByText('Nothing is that old')).toBeVisible()
  await look('admin-storage-rule')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.goto('/admin/keys')
  await expect(page.getByRole('heading', { name: 'Master key' })).toBeVisible()
  await expect(page.getByText('In use').or(page.getByText('There is no master key yet'))).toBeVisible()
  await look('admin-keys')
  await page.goto('/admin/sign-in')
  await expect(page.getByRole('heading', { name: 'Sign-in' })).toBeVisible()
  await look('admin-sign-in')
  await page.goto('/admin/venues')
  await expect(page.getByText('Nothing is sent to Binance.')).toBeVisible()
  await look('admin-venues')
  await page.getByRole('switch', { name: /Binance/ }).press('Space')
  await expect(page.getByRole('dialog', { name: 'Switch Binance on' })).toBeVisible()
  await look('admin-venues-switch')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect([...seen].filter((route) => route !== '/about').sort()).toEqual(PAGES_OF_ACCOUNTS)
  expect(complaints).toEqual([])
  await context.close()
})

test('screens of a run with tables', { tag: '@full' }, async ({ browser }) => {
  const { context, page, look, complaints } = await openScreens(browser, { views: VIEWS })
  await newUser(context.request, 'tables')
  await importTrades(context.request)
  const algorithm = await newAlgorithm(context.request, 'Fast and slow', SCRIPT)
  const run = await runBacktest(context.request, algorithm, TABLES)
  expect(run).toMatchObject({ status: 'Completed' })
  await page.goto(`/algorithms/${algorithm.id}/backtest/${run.id}?section=data`)
  await expect(page.getByRole('img', { name: /^Spread by hour of the week: 1 to 3.3 pips/ })).toBeVisible()
  await expect(page.getByText('2024-01-10 08:00').first()).toBeVisible()
  await look('result-tables')
  await page.getByRole('button', { name: 'Run Again' }).click()
  await page.getByRole('button', { name: 'Prices and costs' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /^Spread by hour of the week/ })).toBeVisible()
  await expect(page.getByText(/^2 rates, 2024-01-10 08:00 to 2024-01-10 16:00/)).toBeVisible()
  await look('run-again-tables')
  expect(complaints).toEqual([])
  await context.close()
})

/** Runs and their owner's login, created by the first test that needs them. */
let owned: ReturnType<typeof makeRuns> | undefined

async function makeRuns(browser: Browser) {
  const context = await browser.newContext()
  const { request } = context
  await newUser(request, 'screens')
  const algorithm = await newAlgorithm(request, 'Fast and slow', SCRIPT)
  const good = await runBacktest(request, algorithm, { ...MONTH, ...lastMonth() })
  expect(good).toMatchObject({ status: 'Completed' })
  const broken = await newAlgorithm(request, 'Broken', 'function onTick(tick) {\n  tick.time.nothing.there\n}\n')
  const bad = await runBacktest(request, broken, { ...MONTH, ...lastMonth() })
  expect(bad).toMatchObject({ status: 'Errored' })
  const login = await context.storageState()
  await context.close()
  return { login, algorithm, good, broken, bad }
}

/** Resolves when the data is stored. */
async function importTrades(request: APIRequestContext): Promise<void> {
  const fields = { instrumentId: TABLES.instrumentId, format: 'csv', timezone: 'UTC' }
  const { id } = await sendFile<{ id: string }>(request, '/api/market-data/imports', fields, TRADES)
  expect(await importEnd(request, id)).toMatchObject({ status: 'Completed' })
}

async function sendFile<Answer>(
  request: APIRequestContext,
  path: string,
  fields: Readonly<Record<string, string>>,
  text: string,
): Promise<Answer> {
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  const answer = await request.post(path, { multipart: { ...fields, file } })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as Answer
}
