import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { openLayout } from './dashboard-page.ts'
import { test } from './test.ts'

async function choose(page: Page, menu: RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a panel pops out into a window of its own, keeps its options there, and takes prices into a ticket', async ({
  page,
  context,
}) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'windows')
  await openLayout(page, 'Forex Markets')
  const opening = context.waitForEvent('page')
  await choose(page, /^Menu of Order book/, 'Pop out')
  const opened = await opening
  complaints.push(...watchConsole(opened))
  await expect(opened).toHaveTitle('Order book EURUSD:SIM · Tradeloom')
  await expect(opened.getByRole('navigation')).toHaveCount(0)
  const level = opened.locator('tr[data-side=bids][data-rank="0"]')
  await expect(level).toHaveText(/^\d\.\d{5}/)
  const kept = opened.waitForResponse((answer) => answer.url().endsWith('/api/configuration/panels.order-book'))
  await opened.getByRole('combobox', { name: /^Grouping/ }).selectOption('0.00010')
  await kept
  await opened.reload()
  await expect(opened.getByRole('combobox', { name: /^Grouping/ })).toHaveValue('0.00010')
  await level.click()
  const ticket = opened.getByRole('dialog', { name: 'EUR/USD on SIM' })
  await expect(ticket.getByRole('textbox', { name: 'Limit price' })).toHaveValue(/^\d\.\d{4}0$/)
  await expect(ticket.getByRole('button', { name: /^Buy [\d,]+ EUR\/USD on PAPER/ })).toBeVisible()
  // The layout is as it was.
  await expect(page.getByText('Layout has changed')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a chart is embedded in a page elsewhere, where other pages cannot be', async ({ page, context, baseURL }) => {
  await openLayout(page, 'Forex Markets')
  await choose(page, /^Menu of Price chart/, 'Embed')
  const dialog = page.getByRole('dialog', { name: 'Embed the chart of EUR/USD on SIM' })
  await dialog.getByRole('textbox', { name: 'Width' }).fill('100')
  await dialog.getByRole('textbox', { name: 'Height' }).focus()
  await expect(dialog.getByText('Raised to 500 px, the least width')).toBeVisible()
  const preview = dialog.frameLocator('iframe').getByRole('article', { name: 'EUR/USD on SIM' })
  await expect(preview.getByRole('status')).toHaveText('Live')
  const code = await dialog.getByRole('textbox', { name: 'Code' }).inputValue()

  const other = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(`<!doctype html><title>Elsewhere</title>${code}<iframe name="all" src="${baseURL}/platform"></iframe>`)
  })
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  try {
    const elsewhere = await context.newPage()
    await elsewhere.goto(`http://localhost:${(other.address() as AddressInfo).port}/`)
    const chart = elsewhere.frameLocator('iframe').first().getByRole('article', { name: 'EUR/USD on SIM' })
    await expect(chart.getByRole('status')).toHaveText('Live')
    await expect(elsewhere.frameLocator('[name=all]').getByText('Forex Markets')).toHaveCount(0)
    expect(elsewhere.frame('all')?.url()).toBe('chrome-error://chromewebdata/')
  } finally {
    other.close()
  }
})
