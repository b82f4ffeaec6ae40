import { expect, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { lastWholeMonth, slowScript } from './slow-runs.ts'
import { test } from './test.ts'

/** Every value of the external trades another quantity: no result is a duplicate, and 40 earns or loses the most. */
const SCRIPT = `const externals = [{ name: 'lots', defaultValue: 10 }]
function onIntervalClose() {
  if (positions.count === 0) buy({ quantity: 1000 * lots, stopLossPips: 20, takeProfitPips: 20 })
}`
const SLOW = `const externals = [{ name: 'lots', defaultValue: 1 }]\n${slowScript(600)}`

interface Listed {
  readonly id: string
  readonly status: string
}

const statusOf = async (page: Page, id: string): Promise<string> =>
  (await callApi<Listed>(page.request, 'GET', `/api/optimisation/${id}`)).status

const lastPart = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

async function openActions(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for the/ })
    .first()
    .click()
}

test(
  'an optimization is started, watched, used, repeated, stopped and deleted',
  { tag: '@full' },
  async ({ page, browser, baseURL }) => {
    const complaints = watchConsole(page)
    await newUser(page.request, 'optimizer')
    const algorithm = await newAlgorithm(page.request, 'Lots of lots', SCRIPT)
    const list = `/algorithms/${algorithm.id}/optimize`
    let address = ''

    await test.step('start and watch', async () => {
      await page.goto(list)
      await expect(page.getByText('No optimisations')).toBeVisible()
      await page.getByRole('button', { name: 'New Optimization' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'New Optimization' })
      const ok = dialog.getByRole('button', { name: 'OK' })
      await ok.click()
      await expect(dialog.getByText('Please choose a range of values for at least one external')).toBeVisible()
      await expect(dialog.getByLabel('lots from')).toBeFocused()
      await dialog.getByLabel('lots to').fill('40')
      await dialog.getByRole('combobox', { name: 'lots count' }).click()
      await page.getByRole('option', { name: '4', exact: true }).click()
      await expect(dialog.getByText('10, 20, 30, 40')).toBeVisible()
      await expectToast(page, 'Optimization queued', () => ok.dblclick())
      await expect(page).toHaveURL(/\/optimize\/[\da-f-]{36}$/)
      address = page.url()
      await expect.poll(() => statusOf(page, lastPart(page)), { timeout: 120_000 }).toBe('Completed')
      const listed = await callApi<Listed[]>(page.request, 'GET', '/api/optimisations')
      expect(listed).toHaveLength(1)
    })
    const table = page.getByRole('table', { name: 'Backtests' })
    // A header and four rows.
    await expect(table.getByRole('row')).toHaveCount(5)

    await test.step('open the full backtest of a row', async () => {
      await table.getByRole('checkbox', { name: 'Select backtest 3' }).check()
      await page.getByRole('button', { name: 'Open full backtest' }).click()
      await expect(page).toHaveURL(/\/optimize\/[\da-f-]{36}\/backtest\/[\da-f-]{36}/)
      const backtest = `/api/backtest/${lastPart(page)}`
      const get = () => callApi<Listed & { externals: object }>(page.request, 'GET', backtest)
      await expect.poll(async () => (await get()).status).toBe('Completed')
      expect(await get()).toMatchObject({ externals: { lots: 40 } })
    })

    await test.step('make its values the defaults of a new version', async () => {
      await page.goto(address)
      await table.getByRole('checkbox', { name: 'Select backtest 3' }).check()
      await page.getByRole('button', { name: 'Use these values' }).click()
      const dialog = page.getByRole('dialog', { name: 'Use these values' })
      await expectToast(page, 'Saved as v3', () => dialog.getByRole('button', { name: 'Save version' }).click())
      await expect(page).toHaveURL(/\/edit/)
      await expect(page.getByText('defaultValue: 40')).toBeVisible()
    })

    await test.step('run again, with a warning that its version is not the latest', async () => {
      await page.goto(list)
      await openActions(page)
      await page.getByRole('menuitem', { name: 'Run Again' }).click()
      const dialog = page.getByRole('dialog', { name: 'Run Again' })
      await expect(dialog.getByLabel('Selected version is not the most recent!')).toBeVisible()
      await expectToast(page, 'Optimization queued', () => dialog.getByRole('button', { name: 'OK' }).click())
      await expect(page).toHaveURL(/\/optimize\/[\da-f-]{36}$/)
      await expect.poll(() => statusOf(page, lastPart(page)), { timeout: 120_000 }).toBe('Completed')
      await expect(table.getByRole('row')).toHaveCount(5)
    })

    await test.step('delete it', async () => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expectToast(page, 'Optimization deleted', () =>
        page.getByRole('dialog').getByRole('button', { name: 'Delete optimization' }).click(),
      )
      await expect(page).toHaveURL(new RegExp(`${list}$`))
      await expect(page.getByRole('button', { name: /^Actions for the/ })).toHaveCount(1)
    })

    await test.step('stop a slow one', async () => {
      const slow = await newAlgorithm(page.request, 'Slow', SLOW)
      await callApi<Listed>(page.request, 'POST', '/api/optimisation', {
        algorithmId: slow.id,
        algorithmVersionId: slow.versionId,
        instrumentId: 'EURUSD:SIM',
        ...lastWholeMonth(),
        externalsSettings: [{ name: 'lots', start: 1, end: 500, count: 500 }],
      })
      await page.goto(`/algorithms/${slow.id}/optimize`)
      await expect(page.getByRole('row').filter({ hasText: 'In Progress' })).toBeVisible()
      await openActions(page)
      await page.getByRole('menuitem', { name: 'Stop' }).click()
      await expectToast(page, 'Optimization stopped', () =>
        page.getByRole('dialog').getByRole('button', { name: 'Stop optimization' }).click(),
      )
      await expect(page.getByRole('row').filter({ hasText: 'Stopped' })).toBeVisible()
    })

    await test.step('visitors see those of a shared version, and log in to run one', async () => {
      await page.request.patch(`/api/algorithm/${algorithm.id}`, { data: { shared: true } })
      const context = await browser.newContext({ baseURL: baseURL ?? '' })
      const visitor = await context.newPage()
      await visitor.goto(list)
      await expect(visitor.getByRole('button', { name: 'New Optimization' })).toBeVisible()
      await expect(visitor.getByRole('button', { name: /^Actions for the/ })).toHaveCount(0)
      await visitor.getByRole('button', { name: 'New Optimization' }).click()
      await expect(visitor.getByText('Please log in to run optimization')).toBeVisible()
      await context.close()
    })
    expect(complaints).toEqual([])
  },
)
