import { expect } from '@playwright/test'
import { callApi, newUser } from './api.ts'
import { expectToast } from './browser.ts'
import { openLayout } from './dashboard-page.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

interface ListedAlert {
  readonly terms: { readonly against: number; readonly instrumentId: string }
  readonly status: string
}

test('two clicks on a chart create an alert, a drag moves it, and it fires with no page open', async ({ browser }) => {
  const { context, page, look, complaints } = await openScreens(browser, {
    views: [
      { size: WIDE, scheme: 'dark' },
      { size: NARROW, scheme: 'light' },
    ],
  })
  await newUser(context.request, 'alerted')
  const alerts = (): Promise<readonly ListedAlert[]> => callApi(context.request, 'GET', '/api/alerts')
  await openLayout(page, 'Crypto Markets')
  const canvas = page.locator('[data-view=price-chart] canvas').first()
  await expect(page.locator('[data-view=price-chart] [aria-busy=true]')).toHaveCount(0)
  const box = (await canvas.boundingBox())!
  const place = { x: box.width / 2, y: box.height / 3 }
  // One click for the menu, one for the alert.
  await page.mouse.click(box.x + place.x, box.y + place.y, { button: 'right' })
  await expectToast(page, 'Alert created', () => page.getByRole('menuitem', { name: /^Alert at/ }).click())
  const [created] = await alerts()
  expect(created).toMatchObject({ status: 'ACTIVE', terms: { value: { kind: 'bid' }, direction: 'crosses' } })
  await page.mouse.move(box.x + place.x, box.y + place.y)
  await page.mouse.down()
  await page.mouse.move(box.x + place.x, box.y + place.y - 15)
  await page.mouse.move(box.x + place.x, box.y + place.y - 25)
  await page.mouse.up()
  await expect.poll(async () => (await alerts())[0]?.terms.against).toBeGreaterThan(created!.terms.against)
  await page.goto('/alerts')
  await expect(page.getByText(/^bid crosses/)).toBeVisible()
  await page.getByRole('button', { name: 'New alert' }).click()
  await expect(page.getByRole('textbox', { name: 'Number' })).toBeVisible()
  await look('alert-form')
  await page.keyboard.press('Escape')
  await page.goto('about:blank')
  const { instrumentId } = created!.terms
  const terms = { instrumentId, value: { kind: 'mid' }, direction: 'above', against: 1 }
  await callApi(context.request, 'POST', '/api/alerts', { terms, note: 'Above one' })
  await expect.poll(async () => (await alerts()).map(({ status }) => status)).toContain('DONE')
  await page.goto('/alerts')
  await expect(page.getByRole('cell', { name: 'Fired', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^History of alert .* mid above/ }).click()
  await expect(page.getByText(/^Mid .* UTC\.$/)).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})
