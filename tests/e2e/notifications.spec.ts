import { expect, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { expectToast } from './browser.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const FAILING = `function onTick() { throw new Error('It cannot continue') }`

let receiver: WebhookReceiver
test.beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
test.afterAll(() => receiver?.stop())

/** Adds the receiver in the settings, and returns the secret that is shown once. */
async function addWebhook(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Desk')
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByLabel('URL').press('Enter')
  const secret = await page.getByLabel('Secret').inputValue()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  return secret
}

test('what happens to a session is told by the bell and by a signed webhook, as the settings say', async ({
  browser,
}) => {
  const { context, page, look, complaints } = await openScreens(browser, {
    views: [
      { size: WIDE, scheme: 'dark' },
      { size: NARROW, scheme: 'light' },
    ],
  })
  await newUser(context.request, 'told')
  const { id: algorithm } = await newAlgorithm(context.request, 'Hopeless', FAILING)
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await page.goto('/about?settings=notifications')
  await expect(dialog.getByRole('columnheader', { name: 'Event' })).toBeVisible()
  await look('notification-settings-empty')
  const secret = await addWebhook(page)
  await expectToast(page, 'The test was sent', () => dialog.getByRole('button', { name: 'Test Desk' }).click())
  expect(receiver.received.map((one) => isSignedWith(secret, one))).toEqual([true])
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ kind: 'test', subject: 'A test of Tradeloom' })
  receiver.answer(503)
  await dialog.getByRole('button', { name: 'Test Desk' }).click()
  await expect(dialog.getByText('The test has not arrived: It answered 503')).toBeVisible()
  receiver.answer(200)

  await dialog.getByRole('checkbox', { name: 'Webhook: Orders are filled' }).check()
  await dialog.getByRole('checkbox', { name: 'Webhook: An optimization ends' }).uncheck()
  await dialog.getByRole('switch', { name: /Send only what is critical/ }).click()
  await dialog.getByRole('switch', { name: /my sessions are running/ }).click()
  // Half a day away: nothing is sent for it while the test runs.
  const hour = `${String((new Date().getHours() + 12) % 24).padStart(2, '0')}:15`
  await dialog.getByLabel('At', { exact: true }).fill(hour)
  await dialog.getByLabel('At', { exact: true }).blur()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.reload()
  await expect(dialog.getByRole('checkbox', { name: 'Webhook: Orders are filled' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Webhook: An optimization ends' })).not.toBeChecked()
  await expect(dialog.getByLabel('At', { exact: true })).toHaveValue(hour)
  await expect(dialog.getByLabel('From', { exact: true })).toHaveValue('22:00')
  await dialog.getByRole('switch', { name: /Include prices/ }).scrollIntoViewIfNeeded()
  await look('notification-settings')

  await page.goto(`/algorithms/${algorithm}/trade`)
  await page.getByRole('button', { name: 'New Trading Session' }).click()
  const start = page.getByRole('dialog', { name: 'New Trading Session' }).getByRole('button', { name: 'OK' })
  await expect(start).toBeEnabled()
  await start.click()
  await expect(page.getByRole('heading', { name: /^Hopeless on / })).toBeVisible()
  const session = `/sessions/${new URL(page.url()).pathname.split('/').at(-1)}`
  const bell = (unread: number) =>
    page.getByRole('button', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true })
  await expect(bell(1)).toBeVisible()
  await page.goto('/algorithms')
  await bell(1).click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByText('It cannot continue')).toBeVisible()
  await look('bell')
  await list.getByRole('button', { name: /The session of Hopeless on .* has failed/ }).click()
  await expect(page).toHaveURL((url) => url.pathname === session)
  await expect(bell(0)).toBeVisible()
  await expect.poll(() => receiver.received.length).toBe(3)
  expect(isSignedWith(secret, receiver.received[2]!)).toBe(true)
  const told = JSON.parse(receiver.received[2]!.body) as { readonly kind: string; readonly url: string }
  expect(told.kind).toBe('session-failed')
  expect(new URL(told.url).pathname).toBe(session)
  // Amounts, and what a script says, leave the server only if that was chosen.
  expect(receiver.received[2]!.body).not.toContain('It cannot continue')

  await callApi(context.request, 'POST', '/api/api-keys', { label: 'Robot' })
  await expect(bell(1)).toBeVisible()
  await bell(1).click()
  await expect(list.getByText('The API key "Robot" was added to your account')).toBeVisible()
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(list.getByRole('img', { name: 'unread' })).toHaveCount(0)
  await page.reload()
  await expect(bell(0)).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})
