import { expect, type Locator, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { expectToast } from './browser.ts'
import { test } from './test.ts'

const PASSWORD = 'correct horse battery'
const SCRIPT = 'function onIntervalClose(bar) {\n  log(bar.close)\n}\n'

/** A form with what is typed into it, and what it then says. */
interface Mistake {
  readonly typed: Readonly<Record<string, string>>
  /** At their fields; on narrow screens the first one, as a toast. */
  readonly said: readonly string[]
}

const field = (form: Locator, label: string): Locator => form.getByLabel(label, { exact: true })

/** Makes every mistake; `button` sends the form. */
async function makeMistakes(page: Page, form: Locator, button: string, mistakes: readonly Mistake[]): Promise<void> {
  const isNarrow = page.viewportSize()!.width <= 480
  for (const { typed, said } of mistakes) {
    for (const [label, text] of Object.entries(typed)) await field(form, label).fill(text)
    const send = () => form.getByRole('button', { name: button, exact: true }).click()
    if (isNarrow) {
      await expectToast(page, said[0] ?? '', send)
      await expect(form.getByText(said[0] ?? '', { exact: true })).toHaveCount(0)
      await page.getByRole('alert').getByRole('button', { name: 'Close message' }).first().click()
    } else {
      await send()
      for (const text of said) await expect(form.getByText(text, { exact: true })).toBeVisible()
    }
  }
}

const LOGIN: Mistake[] = [
  {
    typed: { 'User name or email': '', Password: '' },
    said: ['Please enter your user name', 'Please enter your password'],
  },
  { typed: { 'User name or email': 'nobody' }, said: ['Please enter your password'] },
]
const REGISTER: Mistake[] = [
  {
    typed: { 'User name': '' },
    said: [
      'Please enter your user name',
      'Please enter your email address',
      'Please enter your password',
      'Please repeat your password',
    ],
  },
  { typed: { 'User name': 'ab' }, said: ['User name must have at least 3 characters'] },
  {
    typed: { 'User name': 'two words' },
    said: ['User name may contain letters, digits, dot, dash and underscore'],
  },
  { typed: { 'User name': 'somebody', Email: '' }, said: ['Please enter your email address'] },
  { typed: { Email: 'somebody.example.com' }, said: ['The email you entered looks invalid'] },
  { typed: { Email: 'somebody@example.com' }, said: ['Please enter your password', 'Please repeat your password'] },
  { typed: { Password: 'short' }, said: ['Password must have at least 8 characters'] },
  { typed: { Password: PASSWORD, 'Repeat password': '' }, said: ['Please repeat your password'] },
  { typed: { 'Repeat password': 'another one' }, said: ['Passwords do not match!'] },
]
const NEW_PASSWORD: Mistake[] = [
  { typed: { 'New password': '' }, said: ['Please enter your password'] },
  { typed: { 'New password': 'short' }, said: ['Password must have at least 8 characters'] },
  { typed: { 'New password': PASSWORD }, said: ['Passwords do not match!'] },
]
const SECURITY: Mistake[] = [
  {
    typed: { 'Current password': '' },
    said: ['Please enter your current password', 'Please enter your new password', 'Please repeat your password'],
  },
  { typed: { 'Current password': 'wrong', 'New password': PASSWORD }, said: ['Please repeat your password'] },
  { typed: { 'Repeat new password': 'another' }, said: ['Passwords do not match!'] },
  { typed: { 'Repeat new password': PASSWORD }, said: ['Wrong password'] },
]

for (const size of [
  { name: 'inline on wide screens', width: 1440, height: 900, tag: [] },
  { name: 'as messages on narrow screens', width: 390, height: 844, tag: ['@full'] },
]) {
  test(`every text about accounts is shown, ${size.name}`, { tag: size.tag }, async ({ page, browser }) => {
    await page.setViewportSize(size)
    await page.goto('/logout')
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    const login = page.getByRole('dialog', { name: 'Log in' })
    await makeMistakes(page, login, 'Log in', LOGIN)
    await field(login, 'User name or email').fill('nobody-at-all')
    await field(login, 'Password').fill('not the password')
    const send = () => login.getByRole('button', { name: 'Log in', exact: true }).click()
    const isNarrow = size.width <= 480
    if (isNarrow) await expectToast(page, 'Wrong user name or password', send)
    else {
      await send()
      await expect(login.getByText('Wrong user name or password')).toBeVisible()
    }
    await page.context().setOffline(true)
    if (isNarrow) await expectToast(page, 'Unable to connect to server', send)
    else {
      await send()
      await expect(login.getByText('Unable to connect to server')).toBeVisible()
    }
    await page.context().setOffline(false)

    await login.getByRole('button', { name: 'Forgotten your login details?' }).click()
    const forgotten = page.getByRole('dialog', { name: 'Forgotten password' })
    await makeMistakes(page, forgotten, 'Send link', [
      { typed: { Email: '' }, said: ['Please enter your email address'] },
    ])
    await forgotten.getByRole('button', { name: 'Back to login' }).click()
    await login.getByRole('button', { name: 'Create an account' }).click()
    await makeMistakes(page, page.getByRole('dialog', { name: 'Register' }), 'Register', REGISTER)

    await page.goto(`/about?key=${'k'.repeat(43)}`)
    const reset = page.getByRole('dialog', { name: 'Choose a new password' })
    await makeMistakes(page, reset, 'Change password', NEW_PASSWORD)

    const user = await browser.newContext({ viewport: size })
    await newUser(user.request, 'texts')
    const settings = await user.newPage()
    await settings.goto('/about?settings=security')
    const security = settings.getByRole('dialog', { name: 'Settings' })
    await makeMistakes(settings, security, 'Change password', SECURITY)
    await user.close()
  })
}

test('every text about algorithms and indicators is shown at its field', { tag: '@full' }, async ({ page }) => {
  await newUser(page.request, 'texts')
  await page.goto('/algorithms')
  await page.getByRole('main').getByRole('button', { name: 'New algorithm' }).last().click()
  const algorithm = page.getByRole('dialog', { name: 'New algorithm' })
  await makeMistakes(page, algorithm, 'Create', [{ typed: { Name: '' }, said: ['Please enter a name'] }])
  await algorithm
    .getByLabel('Import a file')
    .or(page.locator('input[type=file]'))
    .first()
    .setInputFiles({
      name: 'other.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"format":"zip"}'),
    })
  await expect(page.getByText('This is not an exported algorithm')).toBeVisible()

  await page.goto('/indicators')
  await page.getByRole('main').getByRole('button', { name: 'New indicator' }).last().click()
  const indicator = page.getByRole('dialog', { name: 'New indicator' })
  await makeMistakes(page, indicator, 'Create', [
    { typed: { Name: '' }, said: ['Please enter a name'] },
    { typed: { Name: 'Average', Key: 'my average' }, said: ['Key cannot contain spaces'] },
    { typed: { Key: '2average' }, said: ['Key must be a valid JavaScript identifier'] },
    { typed: { Key: 'a-b' }, said: ['Key must be a valid JavaScript identifier'] },
    { typed: { Key: 'SMA' }, said: ['There is a system indicator with the key SMA'] },
    { typed: { Key: 'process' }, said: ['process is a reserved word and cannot be used'] },
  ])
})

test(
  'clicking a button twice creates one thing, saves once and sends one mail',
  { tag: '@full' },
  async ({ page, browser, tradeloom }) => {
    await newUser(page.request, 'twice')
    const { username, email } = await callApi<{ username: string; email: string }>(page.request, 'GET', '/api/user')
    const count = async (path: string) =>
      (await callApi<{ system?: boolean }[]>(page.request, 'GET', path)).filter(({ system }) => !system).length

    await test.step('a new algorithm', async () => {
      await page.goto('/algorithms')
      await page.getByRole('main').getByRole('button', { name: 'New algorithm' }).last().click()
      const dialog = page.getByRole('dialog', { name: 'New algorithm' })
      await dialog.getByLabel('Name').fill('Once')
      await dialog.getByRole('button', { name: 'Create' }).dblclick()
      await expect(page).toHaveURL(/\/edit$/)
      expect(await count('/api/algorithms')).toBe(1)
    })

    await test.step('a version, with the key and with the button', async () => {
      const id = page.url().split('/').at(-2) ?? ''
      const versions = () => count(`/api/algorithms/${id}/versions`)
      await page.locator('.monaco-editor .view-lines').first().click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.insertText('\nlog(1)\n')
      await page.keyboard.press('ControlOrMeta+s')
      await page.keyboard.press('ControlOrMeta+s')
      await expect(page.getByText('v2 (latest)').first()).toBeVisible()
      await page.keyboard.insertText('\nlog(2)\n')
      await page.getByRole('button', { name: 'Save', exact: true }).dblclick()
      await expect(page.getByText('v3 (latest)').first()).toBeVisible()
      expect(await versions()).toBe(3)
    })

    await test.step('a clone', async () => {
      await page.goto('/algorithms')
      await page.getByRole('article').first().getByRole('button', { name: 'Clone' }).click()
      await page.getByRole('dialog', { name: 'Clone Algorithm' }).getByRole('button', { name: 'Clone' }).dblclick()
      await expect(page).toHaveURL(/\/edit$/)
      expect(await count('/api/algorithms')).toBe(2)
    })

    await test.step('an indicator, and a clone of it', async () => {
      await page.goto('/indicators')
      await page.getByRole('main').getByRole('button', { name: 'New indicator' }).last().click()
      const dialog = page.getByRole('dialog', { name: 'New indicator' })
      await dialog.getByLabel('Name').fill('Once')
      await dialog.getByRole('button', { name: 'Create' }).dblclick()
      await expect(page).toHaveURL(/\/edit$/)
      expect(await count('/api/technical-indicators')).toBe(1)
      const before = page.url()
      await page.getByRole('button', { name: 'Clone', exact: true }).dblclick()
      await expect(page).not.toHaveURL(before)
      expect(await count('/api/technical-indicators')).toBe(2)
    })

    await test.step('mail with a link for a new password', async () => {
      const visitor = await (await browser.newContext()).newPage()
      await visitor.goto('/logout')
      await visitor.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await visitor.getByRole('button', { name: 'Forgotten your login details?' }).click()
      await visitor.getByLabel('Email').fill(email)
      await visitor.getByRole('button', { name: 'Send link' }).dblclick()
      await expect(visitor.getByText(/ask its administrator for a link to choose a new password/)).toBeVisible()
      const mails = async () => (await tradeloom('user', 'outbox')).split(`Hello ${username}`).length - 1
      await expect.poll(mails).toBe(1)
      // Jobs are done in order: once another user's mail has arrived, a second one of this user would have, too.
      await newUser(visitor.request, 'later')
      const later = await callApi<{ username: string; email: string }>(visitor.request, 'GET', '/api/user')
      await callApi(visitor.request, 'POST', '/public-api/request-password-reset', { email: later.email })
      await expect.poll(async () => (await tradeloom('user', 'outbox')).includes(`Hello ${later.username}`)).toBe(true)
      expect(await mails()).toBe(1)
    })

    await test.step('a registration', async () => {
      const visitor = await (await browser.newContext()).newPage()
      await visitor.goto('/about')
      await visitor.getByRole('banner').getByRole('button', { name: 'Register' }).click()
      const dialog = visitor.getByRole('dialog', { name: 'Register' })
      const name = `${username}b`
      await dialog.getByLabel('User name').fill(name)
      await dialog.getByLabel('Email').fill(`${name}@example.com`)
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await dialog.getByLabel('Repeat password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Register', exact: true }).dblclick()
      await expect(visitor.getByRole('button', { name: `User menu of ${name}` })).toBeVisible()
      await expect(visitor.getByText('already taken')).toHaveCount(0)
    })
  },
)

test(
  'a save without a connection keeps the script, and succeeds once the connection is back',
  { tag: '@full' },
  async ({ page }) => {
    await newUser(page.request, 'offline')
    const algorithm = await newAlgorithm(page.request, 'Offline', SCRIPT)
    await page.goto(`/algorithms/${algorithm.id}/edit`)
    const code = page.locator('.monaco-editor .view-lines').first()
    await code.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText('\nlog("in the tunnel")\n')
    await page.context().setOffline(true)
    await expectToast(page, 'Save failed: Unable to connect to server', () => page.keyboard.press('ControlOrMeta+s'))
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
    await page.context().setOffline(false)
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('All changes saved')).toBeVisible()
    await expect(code).toContainText('in the tunnel')

    await page.goto(`/algorithms/${algorithm.id}/description`)
    await page.getByRole('button', { name: 'Edit description' }).click()
    await page.getByLabel('Description').fill('Typed in the tunnel')
    await page.context().setOffline(true)
    await expectToast(page, 'Unable to connect to server', () => page.keyboard.press('ControlOrMeta+s'))
    await expect(page.getByLabel('Description')).toHaveValue('Typed in the tunnel')
    await page.context().setOffline(false)
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Description saved')).toBeVisible()
  },
)

test(
  'a login that has expired is renewed in place: description and indicator keep what was typed',
  { tag: '@full' },
  async ({ page }) => {
    await newUser(page.request, 'renewed')
    const { username } = await callApi<{ username: string }>(page.request, 'GET', '/api/user')
    const algorithm = await newAlgorithm(page.request, 'Renewed', SCRIPT)
    const indicator = await callApi<{ id: string }>(page.request, 'POST', '/api/technical-indicators', {
      name: 'Renewed',
    })
    const logInAgain = async (): Promise<void> => {
      const ended = page.getByRole('dialog').filter({ hasText: 'Your login session has expired.' })
      await ended.getByRole('button', { name: 'Log in' }).click()
      const dialog = page.getByRole('dialog', { name: 'Log in' })
      await dialog.getByLabel('User name or email').fill(username)
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }

    await page.goto(`/algorithms/${algorithm.id}/description`)
    await page.getByRole('button', { name: 'Edit description' }).click()
    await page.getByLabel('Description').fill('Typed before')
    await page.context().clearCookies()
    await page.keyboard.press('ControlOrMeta+s')
    await logInAgain()
    await expect(page.getByLabel('Description')).toHaveValue('Typed before')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Description saved')).toBeVisible()

    await page.goto(`/indicators/${indicator.id}/edit`)
    const code = page.locator('.monaco-editor .view-lines').first()
    await code.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText('\n// typed before\n')
    await page.context().clearCookies()
    await page.keyboard.press('ControlOrMeta+s')
    await logInAgain()
    await expect(code).toContainText('// typed before')
    await code.click()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('All changes saved')).toBeVisible()
  },
)
