import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect } from '@playwright/test'
import { StripeServer, WEBHOOK_SECRET } from '../../apps/server/src/testing/stripe-server.fixture.ts'
import { newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { Installation } from './faults/installation.ts'
import { test } from './test.ts'

const PRICES = { Basic: 10, Standard: 35, Professional: 75 }

/** A hosted server that sells packages through a stand-in of the payment provider. */
async function openShop() {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-shop-'))
  const [key, webhook] = [join(folder, 'key'), join(folder, 'webhook')]
  writeFileSync(key, 'sk_test_of_the_stand_in\n')
  writeFileSync(webhook, `${WEBHOOK_SECRET}\n`)
  const stripe = await StripeServer.start()
  for (const [name, dollars] of Object.entries(PRICES)) stripe.state.addPrice(`price_${name}`, dollars)
  const installation = await Installation.open({
    env: {
      TRADELOOM_PROFILE: 'hosted',
      // The administrator of this test has a password only.
      TRADELOOM_ADMIN_FACTORS: 'optional',
      STRIPE_SECRET_KEY_FILE: key,
      STRIPE_WEBHOOK_SECRET_FILE: webhook,
      STRIPE_API_URL: stripe.url,
    },
  })
  return {
    stripe,
    installation,
    async close() {
      await installation.close()
      await stripe.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let shop: Awaited<ReturnType<typeof openShop>>
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  shop = await openShop()
})
test.afterAll(() => shop?.close())

async function open(browser: Browser, user: string | null) {
  const context = await browser.newContext({ baseURL: shop.installation.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints = watchConsole(page)
  if (user !== null) await newUser(context.request, user)
  return { context, page, complaints }
}

test('an administrator gives packages their prices at the payment provider', async ({ browser }) => {
  const { context, page, complaints } = await open(browser, null)
  await context.request.post('/login', { data: { username: 'owner', password: 'a password of some length' } })
  await page.goto('/admin/packages')
  await expect(page.getByText(/^Not for sale: Basic Premium Plan has no price at Stripe\./)).toBeVisible()
  for (const name of Object.keys(PRICES)) {
    await page.getByRole('button', { name: `Edit ${name} Premium Plan` }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${name} Premium Plan` })
    const price = dialog.getByRole('textbox', { name: 'Price id at Stripe' })
    if (name === 'Basic') {
      await price.fill('plan 1')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('Such an id begins with price_')).toBeVisible()
    }
    await price.fill(`price_${name}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByText(/^Not for sale/)).toHaveCount(0)
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  await context.close()
})

test('a user buys a package at the payment provider, changes it twice, and leaves a payment', async ({ browser }) => {
  const { context, page, complaints } = await open(browser, 'buyer')
  const own = (name: string) =>
    page.locator('section').filter({ hasText: 'Your package' }).getByRole('heading', { name })
  await page.goto('/pricing')
  await expect(own('Free Demo')).toBeVisible()

  // Left: nothing is bought.
  await page.getByRole('button', { name: 'Upgrade to Basic Premium Plan' }).click()
  await page.getByRole('button', { name: 'cancel' }).click()
  await expect(page.getByText(/^Payment was \w+\. Please try again\.$/)).toBeVisible()
  await expect(own('Free Demo')).toBeVisible()

  await page.getByRole('button', { name: 'Upgrade to Basic Premium Plan' }).click()
  await page.getByRole('button', { name: 'pay', exact: true }).click()
  await expect(page.getByText('Your payment was received')).toBeVisible()
  await expect(own('Basic Premium Plan')).toBeVisible()
  await expect(page.getByText(/^Renews on /)).toBeVisible()

  await page.getByRole('button', { name: 'Upgrade to Professional Premium Plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change package' })
  await expect(
    dialog.getByText(/^You get Professional Premium Plan immediately, and pay \$\d+\.\d\d now/),
  ).toBeVisible()
  await dialog.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(own('Professional Premium Plan')).toBeVisible()

  await page.getByRole('button', { name: 'Downgrade to Standard Premium Plan' }).click()
  await expect(dialog.getByText(/^You keep your package until .*Nothing is charged now\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByText(/^Changes to Standard Premium Plan on /)).toBeVisible()
  await expect(own('Professional Premium Plan')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Changes to Standard Premium Plan on /)).toBeVisible()
  await page.getByRole('button', { name: 'Keep Professional Premium Plan' }).click()
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByText(/^Renews on /)).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})

test('the address that a browser comes back with buys nothing', async ({ browser }) => {
  const { context, page } = await open(browser, 'visitor')
  await page.goto('/pricing?action=payment_success&id=cs_test_of_somebody_else')
  await expect(page.getByText('Payment not found')).toBeVisible()
  await expect(page.locator('section').filter({ hasText: 'Your package' }).getByRole('heading')).toHaveText('Free Demo')
  await context.close()
})
