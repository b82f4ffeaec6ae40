import { expect, type Page } from '@playwright/test'
import { newUser } from './api.ts'
import { openLayout } from './dashboard-page.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

const VIEWS = [
  { size: WIDE, scheme: 'dark' },
  { size: NARROW, scheme: 'light' },
] as const

async function openKeys(page: Page) {
  await page.goto('/about?settings=exchange-api-keys')
  return page.getByRole('dialog', { name: 'Settings' })
}

test('an account is shared with a viewer, who becomes a trader, trades there, and loses it', async ({ browser }) => {
  const owner = await openScreens(browser, { views: VIEWS })
  const guest = await openScreens(browser, { views: VIEWS })
  const ownerName = await newUser(owner.context.request, 'owner')
  const guestName = await newUser(guest.context.request, 'guest')

  const given = await openKeys(owner.page)
  await given.getByLabel('Username or email address').fill(ownerName)
  await given.getByRole('button', { name: 'Invite' }).click()
  await expect(given.getByText('This is you')).toBeVisible()
  // The browser notes the answer.
  expect(owner.complaints.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')])
  await given.getByLabel('Username or email address').fill(guestName)
  await given.getByRole('button', { name: 'Invite' }).click()
  const share = given.getByRole('listitem').filter({ hasText: guestName })
  await expect(share).toContainText('Invited')
  await owner.look('shares-given')

  const received = await openKeys(guest.page)
  await expect(received.getByRole('region', { name: 'Shared with you' })).toContainText(`${ownerName}`)
  await guest.look('shares-invited')
  await received.getByRole('button', { name: 'Accept' }).click()
  await expect(received.getByRole('button', { name: 'Leave' })).toBeVisible()

  await openLayout(owner.page, 'Crypto Markets')
  const tile = owner.page.locator('[data-view=price-tile]').first()
  await expect(tile.getByLabel(/^Quantity of/)).not.toHaveValue('')
  await tile.getByRole('button', { name: /^BUY/ }).click()
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Trade' }).click()
  await expect(owner.page.locator('[data-view=open-positions] tbody tr')).toHaveCount(1)

  await openLayout(guest.page, 'Crypto Markets')
  const seen = guest.page.locator('[data-view=open-positions] tbody tr')
  await expect(seen).toHaveCount(1)
  const close = seen.getByRole('button', { name: /^Close position of/ })
  await expect(close).toBeDisabled()
  const bar = guest.page.getByLabel(`Account PAPER-`).filter({ hasText: `shared by ${ownerName} · viewer` })
  await expect(bar).toHaveCount(1)
  await guest.look('shares-viewer')

  await openKeys(owner.page)
  await share.getByLabel(`Role of ${guestName}`).selectOption('trader')
  await expect(close).toBeEnabled()
  await close.click()
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click()
  await expect(seen).toHaveCount(0)

  await share.getByRole('button', { name: 'Withdraw' }).click()
  const question = owner.page.getByRole('dialog', { name: 'Withdraw share' })
  await owner.look('shares-withdraw')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(given.getByText('Nobody')).toBeVisible()
  await expect.poll(async () => (await (await guest.context.request.get('/api/accounts')).json()).length).toBe(1)
  expect([owner.complaints, guest.complaints]).toEqual([[], []])
  await owner.context.close()
  await guest.context.close()
})
