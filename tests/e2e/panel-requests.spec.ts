import { expect } from '@playwright/test'
import { newUser } from './api.ts'
import { openLayout } from './dashboard-page.ts'
import { test } from './test.ts'

/** Messages of the socket; a dashboard of the simulated venue gets some each second. */
const MESSAGES = 300
/** After so many without a request, what the panels begin with is there. */
const QUIET = 100
/** Asked by every page of a user, whatever it shows. */
const KEEP_ALIVE = '/api/keep-alive'

test('no panel of a dashboard sends a request once it is there, while its prices move', async ({ page }) => {
  await newUser(page.request, 'requests')
  let messages = 0
  page.on('websocket', (socket) => socket.on('framereceived', () => (messages += 1)))
  await openLayout(page, 'Forex Markets')
  for (const view of ['price-chart', 'price-tile', 'order-book', 'trades', 'ticker']) {
    await expect(page.locator(`[data-view="${view}"]`).first().getByRole('status').first()).toHaveText('Live')
  }
  await page.locator('[data-view]').last().scrollIntoViewIfNeeded()
  const asked: string[] = []
  let lastAskedAt = messages
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === KEEP_ALIVE) return
    asked.push(`${request.method()} ${pathname}`)
    lastAskedAt = messages
  })
  // Each has loaded what it begins with, also the minutes of the bar that forms.
  await expect.poll(() => messages - lastAskedAt, { timeout: 300_000 }).toBeGreaterThan(QUIET)
  asked.length = 0
  const before = messages
  await expect.poll(() => messages - before, { timeout: 300_000 }).toBeGreaterThan(MESSAGES)
  expect(asked).toEqual([])
})
