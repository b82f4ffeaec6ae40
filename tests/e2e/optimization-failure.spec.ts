import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { freePort, type ServerProcess, startServer, TRADELOOM } from './server-process.ts'

const SCRIPT = `const externals = [{ name: 'lots', defaultValue: 1 }]
function onIntervalClose() {
  if (positions.count === 0) buy({ quantity: 1000 * lots, stopLossPips: 20, takeProfitPips: 20 })
}`
const INSTRUMENT = 'EURUSD:ACME'
/** Stays there. */
const OTHER = 'GBPUSD:STEADY'
const GONE = `There is no market data for ${INSTRUMENT}. Import it first`
const MONDAY = Date.UTC(2024, 2, 4)
const MINUTE = 60_000

let folder: string
let port: number
let server: ServerProcess | undefined

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-failure-'))
  // As root, the database runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o755)
  port = await freePort()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Two days of minutes that go up and down by 60 pips. */
function prices(): string {
  const lines = Array.from({ length: 2 * 24 * 60 }, (_, minute) => {
    const price = (1.1 + 0.003 * Math.sin(minute / 90)).toFixed(5)
    return [new Date(MONDAY + minute * MINUTE).toISOString(), price, price, price, price].join()
  })
  return `time,open,high,low,close\n${lines.join('\n')}\n`
}

function importPrices(instrument: string): void {
  const file = join(folder, 'prices.csv')
  writeFileSync(file, prices())
  const options = ['--file', file, '--format', 'csv', '--instrument', instrument, '--data', join(folder, 'data')]
  execFileSync(TRADELOOM, ['import', ...options, '--json'], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The server starts again; without runners, what is queued stays queued. */
async function restart(services?: string): Promise<ServerProcess> {
  await server?.stop()
  server = await startServer(join(folder, 'data'), port, {
    env: {
      TRADELOOM_SPARE_RUNNERS: 'off',
      TRADELOOM_AUTO_ANALYSIS: 'off',
      TRADELOOM_SIMULATED_MARKET: 'off',
      ...(services === undefined ? {} : { TRADELOOM_SERVICES: services }),
    },
  })
  return server
}

test(
  'an optimization whose market data is gone fails, says why, and can be run again once the data is back',
  { tag: '@full' },
  async ({ browser }) => {
    importPrices(INSTRUMENT)
    importPrices(OTHER)
    const { url } = await restart('http,realtime')
    const context = await browser.newContext({ baseURL: url })
    const page = await context.newPage()
    await newUser(page.request, 'unlucky')
    const algorithm = await newAlgorithm(page.request, 'Out of data', SCRIPT)
    const list = `/algorithms/${algorithm.id}/optimize`
    const { id } = await callApi<{ id: string }>(page.request, 'POST', '/api/optimisation', {
      algorithmId: algorithm.id,
      algorithmVersionId: algorithm.versionId,
      instrumentId: INSTRUMENT,
      interval: 'M15',
      start: new Date(MONDAY).toISOString(),
      end: new Date(MONDAY + 2 * 24 * 60 * MINUTE).toISOString(),
      externalsSettings: [{ name: 'lots', start: 1, end: 3, count: 3 }],
    })
    const market = join(folder, 'data', 'market', 'ACME')
    const elsewhere = join(folder, 'ACME')

    await test.step('its turn comes when the data is gone', async () => {
      renameSync(market, elsewhere)
      await restart()
      await page.goto(list)
      const row = page.getByRole('row').filter({ hasText: 'EURUSD' })
      await expect(row.getByText('Failed', { exact: true })).toBeVisible()
      await row.getByText('Failed', { exact: true }).hover()
      await expect(page.getByRole('tooltip').filter({ hasText: GONE })).toBeVisible()
      await page.getByRole('button', { name: /^Actions for the/ }).click()
      await expect(page.getByRole('menuitem')).toHaveText(['Run Again', 'Delete'])
      await page.keyboard.press('Escape')
    })

    const complaints = watchConsole(page)
    await test.step('the page says why', async () => {
      await page.getByRole('table', { name: 'Optimizations' }).getByRole('link').first().click()
      await expect(page).toHaveURL(new RegExp(id))
      await expect(page.getByText('Failed', { exact: true })).toBeVisible()
      await expect(page.getByRole('main').getByText(GONE)).toBeVisible()
      await expect(page.getByText('It ended before a backtest was done.')).toBeVisible()
      await expect(page.getByText('0 of 3')).toBeVisible()
      await expect(page.getByText(/, given back$/)).toBeVisible()
      await page.getByRole('button', { name: 'Show Log' }).click()
      await expect(page.getByText(`Failed: ${GONE}`)).toBeVisible()
    })

    const dialog = page.getByRole('dialog', { name: 'Run Again' })
    const ok = dialog.getByRole('button', { name: 'OK' })
    await test.step('it is not run again on another market in its place', async () => {
      await page.getByRole('button', { name: 'Run Again' }).click()
      const unavailable = `${INSTRUMENT} is no longer available. Please choose an instrument`
      await expect(dialog.getByText(unavailable)).toBeVisible()
      await expect(dialog.getByRole('combobox', { name: 'Instrument' })).toHaveValue('')
      await ok.click()
      await expect(dialog.getByText(unavailable)).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(await callApi<unknown[]>(page.request, 'GET', '/api/optimisations')).toHaveLength(1)
    })

    await test.step('with the data, it is run again and completes', async () => {
      renameSync(elsewhere, market)
      // The server keeps its list of instruments for a moment.
      const listed = () => callApi<{ id: string }[]>(page.request, 'GET', '/api/instruments')
      await expect.poll(async () => (await listed()).map((one) => one.id)).toContain(INSTRUMENT)
      await page.reload()
      await page.getByRole('button', { name: 'Run Again' }).click()
      await expect(dialog.getByRole('combobox', { name: 'Instrument' })).toHaveValue(/EUR\/USD · ACME/)
      await expectToast(page, 'Optimization queued', () => ok.click())
      await expect(page).not.toHaveURL(new RegExp(id))
      await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: 120_000 })
      await expect(page.getByRole('table', { name: 'Backtests' }).getByRole('row')).toHaveCount(4)
    })

    await test.step('the failed one is deleted', async () => {
      await page.goto(`/optimizations/${id}`)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expectToast(page, 'Optimization deleted', () =>
        page.getByRole('dialog').getByRole('button', { name: 'Delete optimization' }).click(),
      )
      await expect(page).toHaveURL(/\/optimizations$/)
      await expect(page.getByRole('row').filter({ hasText: 'Completed' })).toBeVisible()
      await expect(page.getByText('Failed', { exact: true })).toHaveCount(0)
    })
    expect(complaints).toEqual([])
    await context.close()
  },
)
