import { expect, type Page } from '@playwright/test'

/** As specified, a page says in the console that a price did not come in time: on a busy machine the first one may be late. */
const LATE_PRICE = /^[A-Z]+:(?:SIM2?|BINANCE): (Connection timeout on price snapshot request|No price)$/

/** The browser says so some seconds after a page has loaded: where its code comes later than that, on a busy machine. */
const LATE_CODE = /\/public-api\/bootstrap was preloaded using link preload but not used within a few seconds/

/** Errors and warnings in the page's console; tests expect none. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const text = message.text()
    if (!LATE_PRICE.test(text) && !LATE_CODE.test(text)) complaints.push(`${text} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/** Fills the open login dialog; the user name must not exist yet. */
export async function register(page: Page, username: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create an account' }).click()
  await dialog.getByLabel('User name').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@example.com`)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await dialog.getByLabel('Repeat password').fill('correct horse battery')
  await dialog.getByRole('button', { name: 'Register', exact: true }).click()
}

/**
 * Performs `act` and waits for the page's message about it. The page itself watches for it: a message may be replaced
 * by the next one (queued, started, completed) before it could be queried from outside.
 */
export async function expectToast(page: Page, message: string, act: () => Promise<void>): Promise<void> {
  // Awaited: a message that comes before the page watches would never be seen.
  const watch = await page.evaluateHandle(
    ({ wanted, milliseconds }) => {
      const told = new Promise<boolean>((resolve) => {
        const isTold = (): boolean =>
          [...document.querySelectorAll<HTMLElement>('.mantine-Notification-root')].some(
            (one) => one.checkVisibility() && one.innerText.includes(wanted),
          )
        const end = (isFound: boolean): void => {
          observer.disconnect()
          resolve(isFound)
        }
        const observer = new MutationObserver(() => {
          if (isTold()) end(true)
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        setTimeout(() => end(isTold()), milliseconds)
      })
      return { told }
    },
    { wanted: message, milliseconds: 60_000 },
  )
  await act()
  expect(await watch.evaluate(({ told }) => told), `the message "${message}"`).toBe(true)
}
