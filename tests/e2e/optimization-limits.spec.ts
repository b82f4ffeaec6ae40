import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { freePort, type ServerProcess, startServer } from './server-process.ts'
import { lastWholeMonth } from './slow-runs.ts'

const SCRIPT = `const externals = [{ name: 'lots', defaultValue: 1 }, { name: 'distance', defaultValue: 20 }, { name: 'side', defaultValue: 0 }, { name: 'hour', defaultValue: 0 }]
function onIntervalClose() {
  if (positions.count === 0) buy({ quantity: 1000 * lots, stopLossPips: distance })
}`

let folder: string
let server: ServerProcess

// A server with packages, and without runners: what is queued stays queued.
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-limits-'))
  // As root, the database runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o755)
  server = await startServer(folder, await freePort(), {
    env: { TRADELOOM_PROFILE: 'hosted', TRADELOOM_SERVICES: 'http,realtime' },
  })
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.describe.configure({ mode: 'serial' })

/** The simulated market is made while the server runs already. */
async function marketOf(request: APIRequestContext): Promise<void> {
  await expect
    .poll(
      async () => {
        const listed = await callApi<{ id: string; series: unknown[] }[]>(
          request,
          'GET',
          `${server.url}/public-api/instruments/USD`,
        )
        return listed.some(({ id, series }) => id === 'EURUSD:SIM' && series.length > 0)
      },
      { timeout: 120_000 },
    )
    .toBe(true)
}

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test(
  'compute units and ticks are those of the package, and a queued optimization is canceled',
  { tag: '@full' },
  async ({ browser }) => {
    const context = await browser.newContext({ baseURL: server.url })
    const page = await context.newPage()
    const complaints = watchConsole(page)
    await newUser(page.request, 'demo')
    await marketOf(page.request)
    const algorithm = await newAlgorithm(page.request, 'Limited', SCRIPT)
    const list = `/algorithms/${algorithm.id}/optimize`
    await page.goto(list)
    await page.getByRole('button', { name: 'New Optimization' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New Optimization' })
    await expect(dialog.getByText('Backtesting every tick is available with our premium packages.')).toBeVisible()
    await expect(dialog.getByRole('radio', { name: 'Every tick' })).toBeDisabled()
    for (const [name, to] of [
      ['lots', '10'],
      ['distance', '110'],
      ['side', '9'],
      ['hour', '9'],
    ] as const) {
      await dialog.getByLabel(`${name} to`).fill(to)
      await choose(page, `${name} count`, '10')
    }
    const tooMuch = dialog.getByText(/This would use [\d,]+ backtest compute units\. You have [\d,]+ remaining\./)
    await expect(tooMuch).toBeVisible()
    await expect(tooMuch.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/pricing')
    await expect(dialog.getByRole('button', { name: 'OK' })).toBeDisabled()
    for (const name of ['side', 'hour']) await choose(page, `${name} count`, 'Off (1)')
    await choose(page, 'distance count', '2')
    await expect(
      dialog.getByText(/^[\d,]+ of your remaining [\d,]+ backtest compute units will be used$/),
    ).toBeVisible()
    await expectToast(page, 'Optimization queued', () => dialog.getByRole('button', { name: 'OK' }).click())

    await expect(page.getByText('Waiting for a free runner')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expectToast(page, 'Optimization cancelled', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Cancel optimization' }).click(),
    )
    await expect(page).toHaveURL(new RegExp(`${list}$`))
    await expect(page.getByText('No optimisations')).toBeVisible()

    await callApi(page.request, 'POST', '/api/optimisation', {
      algorithmId: algorithm.id,
      algorithmVersionId: algorithm.versionId,
      instrumentId: 'EURUSD:SIM',
      ...lastWholeMonth(),
      externalsSettings: [{ name: 'lots', start: 1, end: 3, count: 3 }],
    })
    const queued = page.getByRole('row').filter({ hasText: 'Queued' })
    await expect(queued).toBeVisible()
    await page.getByRole('button', { name: /^Actions for the/ }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Run Again', 'Cancel'])
    await page.getByRole('menuitem', { name: 'Cancel' }).click()
    await expectToast(page, 'Optimization cancelled', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Cancel optimization' }).click(),
    )
    await expect(page.getByText('No optimisations')).toBeVisible()
    expect(complaints).toEqual([])
    await context.close()
  },
)
