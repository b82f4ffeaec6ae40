import { expect, type Locator } from '@playwright/test'
import { watchConsole } from './browser.ts'
import { test } from './test.ts'

/** Seconds from the home page to the first own result, on a quiet machine; on a busy one only the clicks are judged. */
const MAX_SECONDS = 6

test('a visitor sees the result of an own algorithm after four clicks and one key', async ({ page }, {
  annotations,
}) => {
  const complaints = watchConsole(page)
  let clicks = 0
  const click = async (target: Locator): Promise<void> => {
    clicks += 1
    await target.click()
  }
  await page.goto('/')
  const begun = performance.now()
  const steps: string[] = []
  const mark = (step: string): void => void steps.push(`${step} ${((performance.now() - begun) / 1000).toFixed(1)}`)
  await click(page.getByRole('button', { name: 'Create account' }))
  const dialog = page.getByRole('dialog')
  const username = `first${Date.now() % 100_000_000}`
  await dialog.getByLabel('User name').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@example.com`)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await dialog.getByLabel('Repeat password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/algorithms$/)
  mark('registered')
  await click(page.getByRole('button', { name: 'New algorithm' }).first())
  await page.getByRole('dialog', { name: 'New algorithm' }).getByLabel('Name').fill('My first one')
  await click(page.getByRole('radio', { name: /^RSI/ }))
  await click(page.getByRole('dialog', { name: 'New algorithm' }).getByRole('button', { name: 'Create' }))
  await expect(page).toHaveURL(/\/edit$/)
  mark('created')
  await expect(page.getByRole('textbox', { name: 'Script', exact: true }).first()).toBeAttached()
  mark('script shown')
  await page.keyboard.press('ControlOrMeta+Enter')
  const dock = page.getByRole('region', { name: 'Last runs' })
  await expect(dock.getByText(/Queued|In Progress|Completed/).first()).toBeVisible()
  mark('queued')
  await expect(dock.getByText('Completed')).toBeVisible()
  await expect(dock.getByText('Return')).toBeVisible()
  const seconds = (performance.now() - begun) / 1000
  annotations.push({ type: 'seconds', description: `${seconds.toFixed(1)} of ${MAX_SECONDS}` })
  process.stdout.write(`First own result after ${seconds.toFixed(1)} s (${steps.join(', ')})\n`)
  expect(clicks).toBe(4)
  // A toast announces the end of the run, and must not cover the way to its result.
  const toasts = page.locator('.mantine-Notifications-root[data-position="top-center"]')
  const toastsEnd = await toasts.evaluate((element) => element.getBoundingClientRect().bottom)
  expect(toastsEnd).toBeLessThanOrEqual(await dock.evaluate((element) => element.getBoundingClientRect().top))
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(dock).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width, height })
  await click(dock.getByRole('link', { name: 'Open result' }))
  await expect(page).toHaveURL(/\/backtest\/[\da-f-]{36}$/)
  expect(complaints).toEqual([])
})
