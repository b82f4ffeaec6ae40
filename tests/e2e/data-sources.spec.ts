import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { findFake, startSourceLab } from '@tradeloom/venue-lab/sources'
import { backtestEnd, callApi, newAlgorithm, newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { openLayout } from './dashboard-page.ts'
import { Installation } from './faults/installation.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

/** The browser's own word about each call that was refused, as these are meant to be. */
const REFUSED = /^Failed to load resource: the server responded with a status of (400|404|502)/

type Login = Awaited<ReturnType<BrowserContext['storageState']>>

/** A server whose data provider is a stand-in with one database: the real one has hundreds, each of which is counted. */
async function openProvider() {
  const fake = await findFake('fred')
  const lab = await startSourceLab({
    ...fake,
    answer: (request) => {
      if (request.path.join('/') !== 'fred/releases') return fake.answer(request)
      const releases = [{ id: 10, name: 'Consumer Price Index', press_release: true }]
      return { body: { count: 1, offset: 0, limit: 1000, releases } }
    },
  })
  const installation = await Installation.open({
    env: { TRADELOOM_SOURCE_URLS: JSON.stringify({ fred: lab.url }) },
  })
  let login: Login | undefined
  return {
    lab,
    installation,
    /** Of the user who has a key. */
    get login() {
      return login
    },
    async keep(context: BrowserContext) {
      login = await context.storageState()
    },
    key: fake.keys[0] ?? '',
    async close() {
      await installation.close()
      await lab.stop()
    },
  }
}

let provider: Awaited<ReturnType<typeof openProvider>>
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  provider = await openProvider()
})
test.afterAll(() => provider?.close())

async function openPage(browser: Browser, sign: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({ baseURL: provider.installation.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints = watchConsole(page)
  await sign(page)
  return { context, page, complaints: () => complaints.filter((text) => !REFUSED.test(text)) }
}

test('an administrator switches a data provider on, and a user finds a dataset and opens it with a key', async ({
  browser,
}) => {
  const admin = await openPage(browser, ({ request }) =>
    request.post('/login', { data: { username: 'owner', password: 'a password of some length' } }),
  )
  await admin.page.goto('/admin/data-sources')
  const panel = admin.page.locator('section').filter({ has: admin.page.getByRole('heading', { name: 'FRED' }) })
  await expect(panel.getByText('Nothing is sent to FRED.')).toBeVisible()
  await panel.getByRole('switch', { name: 'FRED' }).press('Space')
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  await panel.getByLabel("Operator's API key of FRED").fill(provider.key)
  await panel.getByRole('button', { name: 'Submit' }).click()
  await expect(panel.getByText(`••••${provider.key.slice(-4)}`)).toBeVisible()
  const found = async (): Promise<number> => {
    const answer = await admin.context.request.get('/public-api/sources/datasets?search=consumer')
    return ((await answer.json()) as { readonly found: number }).found
  }
  await expect.poll(found).toBe(1)
  expect(admin.complaints()).toEqual([])
  await admin.context.close()

  const { context, page, complaints } = await openPage(browser, ({ request }) => newUser(request, 'reader'))
  await page.goto('/data-sources')
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Search datasets' }).fill('consumer')
  // The database of the release has the word in its name, too.
  await expect(page.getByText('Displaying 2 matches')).toBeVisible()
  await page.getByRole('tree').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'FRED API key' })
  await expect(dialog.getByLabel('API key', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter your API key')).toBeVisible()
  await dialog.getByLabel('API key', { exact: true }).fill('0'.repeat(32))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Data could not be retrieved from FRED. Your API key may be incorrect.')).toBeVisible()
  await dialog.getByLabel('API key', { exact: true }).fill(provider.key)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Columns' })).toContainText('312.332')
  await expect(page.getByText('API key saved')).toBeVisible()
  // It is as it was, and the key is known.
  await page.reload()
  await expect(page.getByRole('list', { name: 'Columns' })).toContainText('312.332')
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('2024-03-01')
  await expect(page.getByRole('row').nth(1)).toContainText('312.332')
  await page.getByRole('button', { name: 'API keys' }).click()
  await expect(page.getByRole('dialog').getByText(`••••${provider.key.slice(-4)}`)).toBeVisible()
  expect(complaints()).toEqual([])
  await provider.keep(context)
  await context.close()
})

test('a dataset says that its provider is away, that it was withdrawn, and that there is none, and comes back', async ({
  browser,
}) => {
  const { context, page } = await openPage(browser, async () => undefined)
  await context.addCookies(provider.login?.cookies ?? [])
  const open = (code: string) => page.goto(`/data-sources?provider=fred&code=${code}`)
  provider.lab.fail({ do: 503, times: 3 })
  await open('DAILY')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Error fetching FRED data')
  // Not by the pointer, which would then choose a time of the chart.
  await alert.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Columns' })).toContainText('2,299')
  provider.lab.fail({ do: 410 })
  await open('SPARSE')
  await expect(alert).toContainText('FRED has withdrawn this dataset.')
  await open('NOSUCHSERIES')
  await expect(alert).toContainText('Dataset not found')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await context.close()
})

test('a run fetches the dataset of its script, which is then shown as it was known, and over prices', async ({
  browser,
}) => {
  const views = [
    { size: WIDE, scheme: 'dark' },
    { size: NARROW, scheme: 'light' },
  ] as const
  const { url } = provider.installation
  const { context, page, complaints, look } = await openScreens(browser, {
    views,
    baseURL: url,
    ...(provider.login ? { login: provider.login } : {}),
  })
  const script = `
    const prices = series('FRED:CPIAUCSL')
    function onIntervalClose() { plot('prices', prices, { pane: 'study' }) }`
  const { id } = await newAlgorithm(page.request, 'Macro', script)
  await page.goto(`/algorithms/${id}/backtest`)
  await page.getByRole('button', { name: 'New Backtest' }).click()
  const datasets = page.getByRole('group', { name: 'Datasets of this script' })
  await expect(datasets).toContainText('Not fetched yet. It is fetched at the start.')
  await look('new-backtest-datasets')
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page).toHaveURL(/\/backtest\/[0-9a-f-]{36}$/)
  const run = await backtestEnd(page.request, page.url().split('/').at(-1) ?? '')
  expect(run).toMatchObject({ status: 'Completed' })
  await page.getByRole('tab', { name: 'Positions' }).click()
  await expect(page.locator('[data-plot="prices"]')).toBeVisible()
  const { start: from } = await callApi<{ start: string }>(page.request, 'GET', `/api/backtest/${run.id}`)
  const to = new Date(Date.parse(from) + 86_400_000).toISOString()
  const path = `/api/backtest/${run.id}/plots?start=${from}&end=${to}&interval=H1`
  const { plots } = await callApi<{ plots: readonly { steps: boolean; last: readonly number[] }[] }>(
    page.request,
    'GET',
    path,
  )
  expect(plots.map(({ steps, last }) => [steps, new Set(last)])).toEqual([[true, new Set([312.332])]])
  // The value is there now, and another run needs no fetch.
  await page.goto(`/algorithms/${id}/backtest`)
  await page.getByRole('button', { name: 'New Backtest' }).click()
  await expect(datasets).toContainText('3 values, 2024-01-01 to 2024-03-01')
  await expect(datasets).toContainText('Vintages')
  await look('new-backtest-datasets-stored')

  await page.goto('/data-sources?provider=fred&code=CPIAUCSL')
  await page.getByText('Table', { exact: true }).click()
  await page.getByRole('switch', { name: 'As of a day' }).press('Space')
  await page.getByLabel('As of the end of (UTC)').fill('2024-03-11')
  await page.keyboard.press('Enter')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toHaveText(/2024-01-01.*308\.417.*2024-02-13 13:30.*Vintage/)
  await page.getByLabel('As of the end of (UTC)').fill('2024-03-12')
  await page.keyboard.press('Enter')
  await expect(rows.nth(1)).toHaveText(/2024-01-01.*308\.5.*2024-03-12 12:30.*Vintage/)
  await look('data-sources-known')

  const dataset = { provider: 'fred', code: 'CPIAUCSL', name: 'Consumer Price Index' }
  const panel = (view: string, w: number, h: number, values: object = {}) => ({
    view,
    opts: {},
    w,
    h,
    settings: { version: 1, values },
  })
  const config = [
    panel('price-chart', 3, 2, { instrumentId: 'EURUSD:SIM' }),
    panel('data-source-chart', 3, 2, { dataset, asKnown: '2024-04-10' }),
    panel('data-sources', 5, 4, { dataset }),
  ]
  const layouts = [{ name: 'Macro', config, responsive: true }]
  await callApi(page.request, 'PUT', '/api/configuration/layout.platform', { value: layouts })
  await openLayout(page, 'Macro')
  const chart = page.locator('[data-view="price-chart"]')
  await chart.getByRole('button', { name: 'Dataset' }).click()
  const dialog = page.getByRole('dialog', { name: 'Draw a dataset over the prices' })
  await dialog.getByRole('textbox', { name: 'Search datasets' }).fill('consumer')
  await dialog.getByRole('treeitem', { name: /CPIAUCSL/ }).click()
  await dialog.getByRole('button', { name: 'Draw' }).click()
  const overlay = chart.locator('[data-plot="FRED:CPIAUCSL"]')
  await expect(overlay).toContainText('312.332 of 2024-03-01, available 2024-04-10 12:30')
  const note = chart.getByRole('group', { name: 'Dataset over the prices' })
  await expect(note).toContainText('not endorsed or certified by the Federal Reserve Bank of St. Louis')
  // It is kept in the layout.
  const kept = async () => JSON.stringify(await callApi(page.request, 'GET', '/api/configuration/layout.platform'))
  await expect.poll(kept).toMatch(/"overlay":\{[^}]*"code":"CPIAUCSL"/)
  await page.reload()
  await expect(overlay).toContainText('312.332')
  await look('platform-datasets')
  await note.getByRole('button', { name: 'Remove Consumer Price Index' }).press('Enter')
  await expect(overlay).toHaveCount(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('datasets, keys and providers are readable in every view', async ({ browser }) => {
  const views = [
    { size: WIDE, scheme: 'dark' },
    { size: NARROW, scheme: 'light' },
  ] as const
  const { context, page, complaints, look } = await openScreens(browser, {
    views,
    ...(provider.login ? { login: provider.login } : {}),
  })
  const { url } = provider.installation
  await page.goto(`${url}/data-sources?provider=fred&code=DAILY`)
  await expect(page.getByRole('list', { name: 'Columns' })).toContainText('2,299')
  await look('data-sources-chart')
  await page.getByText('Table', { exact: true }).click()
  await look('data-sources-table')
  await page.goto(`${url}/data-sources`)
  await page.getByRole('treeitem').first().click()
  await expect(page.getByRole('treeitem', { name: /CPIAUCSL/ })).toBeVisible()
  await look('data-sources-tree')
  await page.goto(`${url}/data-sources?settings=data-sources`)
  await expect(page.getByRole('dialog').getByText('Saved key')).toBeVisible()
  await look('data-sources-keys')
  expect(complaints).toEqual([])
  await context.close()
})
