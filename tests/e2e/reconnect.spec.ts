import { expect } from '@playwright/test'
import { test } from './test.ts'

test('a panel that failed without a connection loads when there is one again', async ({ page, context }) => {
  const instruments = (url: URL): boolean => url.pathname.startsWith('/public-api/instruments/')
  await page.route(instruments, (route) => route.abort())
  await page.goto('/market-data')
  await expect(page.getByText('Unable to connect to server').first()).toBeVisible()
  await page.unroute(instruments)
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.getByText('EUR/USD').first()).toBeVisible()
  await expect(page.getByText('Unable to connect to server')).toHaveCount(0)
})
