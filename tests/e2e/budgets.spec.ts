import { expect, type Page } from '@playwright/test'
import { newAlgorithm, newUser } from './api.ts'
import { openLayout } from './dashboard-page.ts'
import { MAX_ALGORITHMS_BYTES, MAX_DASHBOARD_REQUESTS, transferOf } from './page-budgets.ts'
import { test } from './test.ts'

test('the page of algorithms transfers at most 258 kB to an empty browser', async ({ page }, { annotations }) => {
  const { bytes } = await transferOf(page, '/algorithms')
  annotations.push({ type: 'bytes', description: String(bytes) })
  process.stdout.write(`/algorithms: ${(bytes / 1000).toFixed(1)} kB\n`)
  // Less would be a page that did not load.
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(MAX_ALGORITHMS_BYTES)
})

test('a dashboard that nobody changed asks for at most 60 files and answers when it is opened', async ({ page }) => {
  await newUser(page.request, 'dashboard')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openLayout(page, 'Forex Markets')
  await expect(page.locator('[data-view]:has(> section)')).toHaveCount(15)
  for (const view of ['price-chart', 'price-tile', 'order-book', 'trades', 'ticker']) {
    await expect(page.locator(`[data-view="${view}"]`).first().getByRole('status').first()).toHaveText('Live')
  }
  await page.waitForLoadState('networkidle')
  // Fewer would be a dashboard that did not load.
  expect(asked.length).toBeGreaterThan(40)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(MAX_DASHBOARD_REQUESTS)
})

test('pages ask for their own code together with that of the frame', async ({ page }) => {
  await newUser(page.request, 'early')
  const { id } = await newAlgorithm(page.request, 'Early', 'function onIntervalClose() {}\n')
  for (const address of ['/algorithms', '/backtests', `/algorithms/${id}/backtest`, `/algorithms/${id}/description`]) {
    const scripts = await scriptsOf(page, address)
    const html = await (await page.request.get(address)).text()
    expect(scripts.length, address).toBeGreaterThan(5)
    // What a page loads once it is drawn comes later.
    expect(
      scripts.filter((script) => !html.includes(script) && !/toasts-host|start-tour|bell/.test(script)),
      address,
    ).toEqual([])
  }
})

test('the page of the editor has the frame in its HTML, and neither parsers of scripts nor large fields in its code', async ({
  page,
}) => {
  await newUser(page.request, 'parser')
  const { id } = await newAlgorithm(page.request, 'Parser', 'function onIntervalClose() {}\n')
  const html = await (await page.request.get(`/algorithms/${id}/edit`)).text()
  expect(html).toContain('class="boot-bar"')
  // One import of a tooltip or of a select would bring them.
  expect(html).not.toMatch(/assets\/(fields|floating|numbers|table)-/)
  const texts = await Promise.all(
    [...html.matchAll(/href="(\/assets\/[^"]+\.js)"/g)].map(async ([, url = '']) =>
      (await page.request.get(url)).text(),
    ),
  )
  expect(texts.length).toBeGreaterThan(5)
  // A message of the parser and the name of a method of the other one.
  expect(texts.filter((text) => text.includes('parseExpressionAt') || text.includes('Unterminated regular'))).toEqual(
    [],
  )
})

/** The scripts that a page has asked for when it is drawn. */
async function scriptsOf(page: Page, address: string): Promise<string[]> {
  await page.goto(address)
  await page.locator('main :is(h1, h2, textarea)').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/') && path.endsWith('.js')),
  )
}
