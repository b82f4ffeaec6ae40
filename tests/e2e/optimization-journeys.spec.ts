import { type Browser, expect, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { lastWholeMonth } from './slow-runs.ts'
import { test } from './test.ts'

const SCRIPT = `const externals = [{ name: 'lots', defaultValue: 1 }, { name: 'distance' }]
function onIntervalClose() {
  if (lots > 3) throw new Error('There are no ' + lots + ' lots')
  if (positions.count === 0) buy({ quantity: 1000 * lots, stopLossPips: distance, takeProfitPips: 20 })
}`
const PASSWORD = 'correct horse battery'

interface Row {
  readonly id: string
  readonly status: string
  readonly ended: string | null
}
type Algorithm = Awaited<ReturnType<typeof newAlgorithm>>

async function optimized(page: Page, { id, versionId }: Algorithm, lots: readonly [number, number]): Promise<Row> {
  const [start, end] = lots
  const { id: queued } = await callApi<Row>(page.request, 'POST', '/api/optimisation', {
    algorithmId: id,
    algorithmVersionId: versionId,
    instrumentId: 'EURUSD:SIM',
    interval: 'H1',
    ...lastWholeMonth(),
    externalsSettings: [
      { name: 'lots', start, end, count: end - start + 1 },
      { name: 'distance', start: 10, end: 30, count: 2 },
    ],
  })
  for (;;) {
    const row = await callApi<Row>(page.request, 'GET', `/api/optimisation/${queued}`)
    if (row.ended !== null) return row
    await page.waitForTimeout(200)
  }
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'New Optimization' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Optimization' })
  await expect(dialog.getByLabel('lots from')).toBeVisible()
  return dialog
}

async function visit(browser: Browser, baseURL: string | undefined, name: string | null): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  if (name !== null) await newUser(context.request, name)
  return context.newPage()
}

test('a version without externals cannot be optimized, and visitors are asked to log in', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'plain')
  const algorithm = await newAlgorithm(page.request, 'Plain', 'function onIntervalClose() {}')
  await page.goto(`/algorithms/${algorithm.id}/optimize`)
  await page.getByRole('button', { name: 'New Optimization' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Optimization' })
  await expect(dialog.getByText('v2 has no externals. Cannot optimize')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeDisabled()

  const visitor = await visit(browser, baseURL, null)
  await visitor.goto('/optimizations')
  await expect(visitor.getByText('Please log in to see your optimizations')).toBeVisible()
  await visitor.context().close()
  expect(complaints).toEqual([])
})

test(
  'the dialog is filled by keyboard alone, and keeps everything when the login has expired',
  { tag: '@full' },
  async ({ page }) => {
    const username = await newUser(page.request, 'keys')
    const algorithm = await newAlgorithm(page.request, 'By keyboard', SCRIPT)
    await page.goto(`/algorithms/${algorithm.id}/optimize`)
    await page.getByRole('button', { name: 'New Optimization' }).first().focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New Optimization' })
    await expect(dialog.getByLabel('lots from')).toBeVisible()
    await expect(dialog.getByText('Invalid number')).toHaveCount(0)
    const reach = async (label: string): Promise<void> => {
      const field = dialog
        .getByRole('textbox', { name: label, exact: true })
        .or(dialog.getByRole('combobox', { name: label, exact: true }))
      for (let tries = 0; tries < 60 && !(await field.evaluate((one) => one === document.activeElement)); tries++)
        await page.keyboard.press('Tab')
      await expect(field).toBeFocused()
    }
    await reach('lots to')
    await page.keyboard.type('3')
    await reach('lots count')
    await page.keyboard.press('Enter')
    // Keys before the list is there are lost, and those before its timer, which goes back to the present choice.
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    // Enter in a field sends the form, which leads to the field that is wrong.
    await reach('distance from')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Invalid number')).toHaveCount(1)
    await expect(dialog.getByLabel('distance from')).toBeFocused()
    await page.keyboard.type('25')
    await expect(dialog.getByText(/^\d combinations, /)).toBeVisible()
    const values = await dialog.getByText(/^1, .*3$/).textContent()

    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    const ended = page.getByRole('dialog').filter({ hasText: 'Your login session has expired.' })
    await ended.getByRole('button', { name: 'Log in' }).click()
    const login = page.getByRole('dialog', { name: 'Log in' })
    await login.getByLabel('User name or email').fill(username)
    await login.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await login.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(login).toHaveCount(0)
    await expect(dialog.getByLabel('distance from')).toHaveValue('25')
    await expect(dialog.getByText(values ?? '')).toBeVisible()
    await expectToast(page, 'Optimization queued', () => dialog.getByRole('button', { name: 'OK' }).dblclick())
    await expect(page).toHaveURL(/\/optimize\/[\da-f-]{36}$/)
    expect(await callApi<Row[]>(page.request, 'GET', '/api/optimisations')).toHaveLength(1)
  },
)

test('every value is checked before it is sent', { tag: '@full' }, async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'checked')
  const algorithm = await newAlgorithm(page.request, 'Checked', SCRIPT)
  await page.goto(`/algorithms/${algorithm.id}/optimize`)
  const dialog = await openDialog(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/optimisation')) sent.push(request.url())
  })
  const choose = async (name: string, option: string): Promise<void> => {
    await dialog.getByRole('combobox', { name, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Strategy', 'Genetic')
  await dialog.getByLabel('distance value').fill('20')
  await dialog.getByLabel('Optimize lots').check()
  await dialog.getByLabel('lots to').fill('9')
  for (const [label, wrong, text, right] of [
    ['Generations', '10001', 'Please enter a whole number from 1 to 10,000', '2'],
    ['Survivor count', '30', 'Must be below the population size', '5'],
    ['Mutation rate', '1.1', 'Please enter a number from 0 to 1', '0.2'],
    ['Complete once: backtests', '1000001', 'Please enter a whole number from 1 to 1,000,000', '50'],
    ['lots to', '0.5.1', 'Invalid number', '9'],
  ] as const) {
    const field = dialog.getByLabel(label, { exact: true })
    await field.fill(wrong)
    await field.blur()
    await expect(dialog.getByText(text)).toBeVisible()
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect(field).toBeFocused()
    await field.fill(right)
    await expect(dialog.getByText(text)).toHaveCount(0)
  }
  expect(sent).toEqual([])
  expect(complaints).toEqual([])
})

test(
  'errors are shown where they happened, and what failed is run again and deleted',
  { tag: '@full' },
  async ({ page }) => {
    const complaints = watchConsole(page)
    await newUser(page.request, 'errors')
    const algorithm = await newAlgorithm(page.request, 'With errors', SCRIPT)
    const broken = await optimized(page, algorithm, [4, 5])
    expect(broken.status).toBe('Errored')
    await page.goto(`/algorithms/${algorithm.id}/optimize/${broken.id}`)
    await expect(page.getByText('Errored').first()).toBeVisible()
    await expect(page.getByText(/There are no 4 lots/).first()).toBeVisible()
    await expect(page.getByText('Every backtest ended with an error.')).toBeVisible()
    const table = page.getByRole('table', { name: 'Backtests' })
    await expect(table.getByText('Broke off')).toHaveCount(4)

    const partly = await optimized(page, algorithm, [3, 4])
    expect(partly.status).toBe('Completed')
    await page.goto(`/optimizations/${partly.id}`)
    await expect(table.getByText('Broke off')).toHaveCount(2)
    // Errors have no result to sort by.
    await expect(table.getByRole('row').nth(1)).not.toContainText('Broke off')
    await table.getByRole('row').nth(4).hover()
    await expect(page.getByText(/There are no 4 lots/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Show Log' }).click()
    await expect(page.getByText(/^Completed after all of its backtests/)).toBeVisible()

    await page.getByRole('button', { name: 'Run Again' }).click()
    const again = page.getByRole('dialog', { name: 'Run Again' })
    await expect(again.getByLabel('lots to')).toHaveValue('4')
    await expectToast(page, 'Optimization queued', () => again.getByRole('button', { name: 'OK' }).click())
    await expect(page).not.toHaveURL(new RegExp(partly.id))
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: 240_000 })
    await page.goto(`/optimizations/${partly.id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectToast(page, 'Optimization deleted', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Delete optimization' }).click(),
    )
    await expect(page).toHaveURL(/\/optimizations$/)
    expect(complaints).toEqual([])
  },
)

test(
  'others read the optimizations of a shared algorithm, with their rows and charts',
  { tag: '@full' },
  async ({ page, browser, baseURL }) => {
    await newUser(page.request, 'owner')
    const algorithm = await newAlgorithm(page.request, 'Shared', SCRIPT)
    const row = await optimized(page, algorithm, [1, 3])
    await callApi(page.request, 'PATCH', `/api/algorithm/${algorithm.id}`, { shared: true })
    for (const name of [null, 'reader']) {
      const other = await visit(browser, baseURL, name)
      const complaints = watchConsole(other)
      await other.goto(`/algorithms/${algorithm.id}/optimize`)
      await expect(other.getByRole('button', { name: /^Actions for the/ })).toHaveCount(0)
      await other.getByRole('table', { name: 'Optimizations' }).getByRole('link').first().click()
      await expect(other).toHaveURL(new RegExp(row.id))
      const table = other.getByRole('table', { name: 'Backtests' })
      await expect(table.getByRole('row')).toHaveCount(7)
      await expect(other.getByRole('group', { name: /^Profit and maximum drawdown of 6 backtests/ })).toBeVisible()
      await expect(other.getByRole('group', { name: /over lots and distance\. Arrow keys/ })).toBeVisible()
      await expect(table.getByRole('img', { name: /^Equity/ }).first()).toBeVisible()
      for (const action of ['Stop', 'Cancel', 'Delete']) {
        await expect(other.getByRole('button', { name: action, exact: true })).toHaveCount(0)
      }
      await expectToast(other, 'Only the owner can run the full backtests of an optimization', () =>
        table.getByRole('row').nth(1).getByRole('cell').nth(3).click(),
      )
      expect(complaints).toEqual([])
      await other.context().close()
    }
    const stranger = await visit(browser, baseURL, 'stranger')
    await callApi(page.request, 'PATCH', `/api/algorithm/${algorithm.id}`, { shared: false })
    await stranger.goto(`/optimizations/${row.id}`)
    await expect(stranger.getByText('Optimization not found')).toBeVisible()
    await stranger.context().close()
  },
)
