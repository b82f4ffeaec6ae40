import { expect, type Page } from '@playwright/test'
import { newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { openLayout } from './dashboard-page.ts'
import { test } from './test.ts'

/** Opens the menu of the chart at a share of its width and height. */
async function openMenu(page: Page, across: number, down: number): Promise<void> {
  const box = await page.locator('[data-view=price-chart] canvas').first().boundingBox()
  if (box === null) throw new Error('The chart is not on screen')
  await page.mouse.click(box.x + box.width * across, box.y + box.height * down, { button: 'right' })
}

test('the menu of a chart fills the ticket, plays prices again, and keys begin orders', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'menu')
  await openLayout(page, 'Crypto Markets')
  await expect(page.locator('[data-view=price-chart] [aria-busy=true]')).toHaveCount(0)
  const ticket = page.locator('[data-view=trade-ticket]')
  const side = (name: string) => ticket.getByRole('radio', { name: new RegExp(`^${name}`) })
  await expect(side('BUY')).toBeChecked()

  // Above the market a buy order waits as a stop, below it as a limit.
  await openMenu(page, 0.3, 0.03)
  await page.getByRole('menuitem', { name: /^Buy stop at/ }).click()
  await expect(ticket.getByLabel(/^Stop price/)).not.toHaveValue('')
  await openMenu(page, 0.3, 0.03)
  const item = page.getByRole('menuitem', { name: /^Sell limit at/ })
  const price = /[\d,.]+\d/.exec((await item.textContent()) ?? '')?.[0]?.replaceAll(',', '') ?? 'none'
  await item.click()
  await expect(ticket.getByLabel(/^Limit price/)).toHaveValue(price)
  await expect(side('SELL')).toBeChecked()

  await page.keyboard.press('Control+Shift+B')
  await expect(side('BUY')).toBeChecked()
  await expect(ticket.getByRole('textbox', { name: /^Quantity/ })).toBeFocused()
  await page.keyboard.press('Control+Shift+X')
  await expect(page.getByRole('dialog', { name: 'Close all positions' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Trading settings' }).click()
  await page.getByRole('switch', { name: 'Order keys' }).uncheck({ force: true })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+S')
  await expect(side('BUY')).toBeChecked()

  await openMenu(page, 0.3, 0.5)
  await page.getByRole('menuitem', { name: 'Replay from here' }).click()
  const replay = page.getByRole('group', { name: 'Replay' })
  const shown = replay.getByRole('status', { name: 'Shown until' })
  const before = await shown.textContent()
  await replay.getByRole('button', { name: 'One bar forward' }).click()
  await expect(shown).not.toHaveText(before ?? '')
  await replay.getByRole('button', { name: 'Back to live prices' }).click()
  await expect(replay).toBeHidden()
  await openMenu(page, 0.3, 0.5)
  await page.getByRole('menuitem', { name: 'Reset scale' }).click()
  expect(complaints).toEqual([])
})
