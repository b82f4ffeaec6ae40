import { expect } from '@playwright/test'
import { backtestEnd, callApi, newAlgorithm, newUser, queueBacktest, runBacktest } from './api.ts'
import { expectToast, register, watchConsole } from './browser.ts'
import { gbpusdFiles, hasRealData } from './market-fixtures.ts'
import { test } from './test.ts'

const now = new Date()
const month = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
const SETTINGS = { instrumentId: 'EURUSD:SIM', interval: 'M15', resolution: 1, start: month(3), end: month(2) }
const QUICK = `function onIntervalClose(bar) { if (positions.count === 0) buy({ quantity: 1000, stopLossPips: 10 }) }`
/** Half a minute of work, so that it is still running when it is stopped, however long the browser takes to get there. */
const SLOW = `let sum = 0
function onTick(tick) { for (let i = 0; i < 30000; i++) sum = (sum * 31 + tick.bid * i) % 1000003 }
function onIntervalClose(bar) { log('Close of', bar.close) }`
/** Imports leave the processors to all other work: on a busy machine they take minutes. */
const IMPORT = { timeout: 300_000 }

test(
  'backtests can be watched, stopped, run again and deleted, and queued ones canceled',
  { tag: '@full' },
  async ({ page }) => {
    const complaints = watchConsole(page)
    await newUser(page.request, 'actions')
    const slow = await newAlgorithm(page.request, 'Slow', SLOW)
    for (let run = 0; run < 6; run++) await queueBacktest(page.request, slow, SETTINGS)
    await page.goto(`/algorithms/${slow.id}/backtest`)
    const rows = (status: string) => page.getByRole('row').filter({ hasText: status })
    await expect(rows('In Progress').first()).toBeVisible()
    await expect(rows('Queued').first()).toBeVisible()

    // The page of a running backtest shows its progress and newest log lines.
    await rows('In Progress').first().click()
    await expect(page.getByText('Simulated time')).toBeVisible()
    await expect(page.getByText(/^Close of 1\.\d+/).first()).toBeVisible()
    await page.getByRole('link', { name: 'All backtests' }).first().click()
    await expect(rows('Queued').first()).toBeVisible()

    // The newest run is the first in the list and the last in the queue.
    const all = await page.getByRole('row').count()
    await rows('Queued')
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Cancel' }).click()
    await expectToast(page, 'Backtest cancelled', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Cancel backtest' }).click(),
    )
    await expect(page.getByRole('row')).toHaveCount(all - 1)

    await rows('In Progress')
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Stop' }).click()
    await expectToast(page, 'Stop signal sent. Backtest will stop shortly', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Stop backtest' }).click(),
    )
    await expect(rows('Stopped').first()).toBeVisible()

    await rows('Stopped')
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Run Again' }).click()
    await page.getByRole('dialog', { name: 'Run Again' }).getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page).toHaveURL(/\/backtest\/[0-9a-f-]{36}$/)
    await page.getByRole('link', { name: 'All backtests' }).first().click()

    await rows('Stopped')
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expectToast(page, 'Backtest deleted', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Delete backtest' }).click(),
    )
    await expect(rows('Stopped')).toHaveCount(0)
    // Delete all unfinished runs, which would delay the next tests.
    const left = await callApi<{ id: string; status: string }[]>(page.request, 'GET', '/api/backtests')
    for (const { id, status } of left) {
      if (status === 'Queued') await page.request.delete(`/api/backtest/${id}`)
      if (status === 'In Progress') await page.request.patch(`/api/backtest/${id}`, { data: { status: 'Stopped' } })
    }
    for (const { id, status } of left) if (status === 'In Progress') await backtestEnd(page.request, id)
    expect(complaints).toEqual([])
  },
)

test(
  'shared things are visible to everyone until sharing is turned off',
  { tag: '@full' },
  async ({ page, browser }) => {
    await newUser(page.request, 'sharing')
    const name = `Shared ${Math.floor(performance.now())}`
    const algorithm = await newAlgorithm(page.request, name, QUICK)
    const { id } = await runBacktest(page.request, algorithm, SETTINGS)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`/algorithms/${algorithm.id}/backtest/${id}`)
    await expect(visitor).toHaveURL(/\/algorithms$/)

    await page.goto(`/algorithms/${algorithm.id}/edit`)
    await page.getByRole('button', { name: `Rename ${name}` }).click()
    await page.getByRole('textbox', { name: 'Algorithm name' }).fill(`${name}, renamed`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Rename ${name}, renamed` })).toBeVisible()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const sharing = page.getByRole('dialog', { name: 'Share algorithm' })
    await expect(sharing.getByRole('radio', { name: 'Share current version and turn on sharing' })).toBeChecked()
    await expectToast(page, `${name}, renamed is shared`, () =>
      sharing.getByRole('button', { name: 'Share', exact: true }).click(),
    )
    const link = sharing.getByRole('textbox', { name: 'Link for everyone' })
    await expect(link).toHaveValue(new URL(`/algorithms/${algorithm.id}`, page.url()).href)
    await page.keyboard.press('Escape')
    await expect(sharing).toBeHidden()

    await visitor.goto('/algorithms')
    await visitor.getByRole('link', { name: `${name}, renamed` }).click()
    await visitor.getByRole('link', { name: 'Backtest', exact: true }).click()
    await visitor.getByRole('row').filter({ hasText: 'Completed' }).first().click()
    await expect(visitor.getByText('Position Count')).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'CSV' })).toHaveCount(0)

    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expectToast(page, `${name}, renamed is no longer shared`, () =>
      sharing.getByRole('button', { name: 'Stop sharing' }).click(),
    )
    expect((await visitor.request.get(`/public-api/algorithm/${algorithm.id}`)).status()).toBe(404)
    expect((await visitor.request.get(`/public-api/backtest/${id}`)).status()).toBe(404)
  },
)

test('type errors are counted, and the backtest runs the script in the editor', { tag: '@full' }, async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'types')
  const algorithm = await newAlgorithm(page.request, 'Typed', QUICK)
  await page.goto(`/algorithms/${algorithm.id}/edit`)
  const problems = page.getByRole('region', { name: 'Problems' })
  await page.locator('.monaco-editor .view-lines').first().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(`\nfunction onTick(tick) { log(tick.price) }`)
  await expect(problems.getByRole('button', { name: /'price' does not exist on type 'Tick'/ })).toContainText('2:')
  await expect(page.getByRole('button', { name: 'Has errors' })).toBeVisible()
  for (const _ of 'price) }') await page.keyboard.press('Backspace')
  await page.keyboard.insertText('bid) }')
  await expect(problems).toContainText('No problems')
  await expect(page.getByRole('button', { name: 'Not checked' })).toBeVisible()

  await page.getByRole('button', { name: 'New Backtest' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Backtest' })
  await expect(dialog.getByText('The script in the editor is not saved.')).toBeVisible()
  await dialog.getByLabel('Start (UTC)').press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('[data-dates-dropdown]')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save & run' }).click()
  await expect(page).toHaveURL(/\/backtest\/[0-9a-f-]{36}$/)
  const [run] = await callApi<{ algorithmVersionId: string; id: string }[]>(page.request, 'GET', '/api/backtests')
  expect(run?.algorithmVersionId).not.toBe(algorithm.versionId)
  await backtestEnd(page.request, run?.id ?? '')
  expect(complaints).toEqual([])
})

test('imports of market data end with a report, and a broken file changes nothing', async ({ page }) => {
  test.skip(!hasRealData, '../shared/data is absent')
  await page.goto('/market-data')
  await page.getByRole('button', { name: 'Import data' }).click()
  await register(page, `importer${Math.floor(performance.timeOrigin) % 100_000_000}`)
  const dialog = page.getByRole('dialog', { name: 'Import market data' }).or(page.getByRole('dialog')).last()
  const instrument = `GBPUSD:WEB${Math.floor(performance.timeOrigin) % 100_000}`
  await dialog.getByLabel('Files to import').setInputFiles(gbpusdFiles())
  await dialog.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: /FXCM/ }).click()
  await dialog.getByLabel('Instrument').fill(instrument)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  // For an instant the list of uploads can show it too: the import is announced before its upload is answered.
  const importOf = (name: string) =>
    page.getByRole('list', { name: 'Imports' }).getByRole('listitem').filter({ hasText: name })
  await expect(importOf(instrument)).toContainText('Completed', IMPORT)
  await expect(importOf(instrument)).toContainText('30,117')

  await page.getByRole('button', { name: 'Import data' }).click()
  const broken = {
    name: 'eurusd.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'time,open,high,low,close\n2024-01-02 00:00,1.1,1.1,1.1,1.1\n2024-01-02 00:01,1.1,x,1.1,1.1\n2024-01-02 00:02,1.1,1.1,1.1,1.1\n2024-01-02 00:03,1.1,1.1,1.1,1.1\n',
    ),
  }
  await dialog.getByLabel('Files to import').setInputFiles(broken)
  await dialog.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: /CSV/ }).last().click()
  const brokenName = instrument.replace('GBP', 'EUR')
  await dialog.getByLabel('Instrument').fill(brokenName)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(importOf(brokenName)).toContainText('Failed', IMPORT)
  await expect(importOf(brokenName)).toContainText(/line 3/i)
})

test('a lost connection is shown and restored automatically', async ({ page, context }) => {
  await page.goto('/algorithms')
  await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
  await context.setOffline(true)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
})
