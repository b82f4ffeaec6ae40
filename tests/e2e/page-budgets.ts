import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** What the page of algorithms may transfer to a browser that has nothing of it, bytes. */
export const MAX_ALGORITHMS_BYTES = 258_000
/** What a dashboard of 15 panels may ask for when it is opened: files, and answers of the server. */
export const MAX_DASHBOARD_REQUESTS = 60
/** How long after the start of the navigation a key may reach the script, on a quiet machine, milliseconds. */
export const MAX_FIRST_KEY_MS = 2000

export interface Transfer {
  /** Of everything that came, compressed, with headers. */
  readonly bytes: number
  readonly requests: number
}

/** Opens an address in a page without a cache. */
export async function transferOf(page: Page, address: string): Promise<Transfer> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  let requests = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests++
  })
  await page.goto(address)
  // A busy browser is silent for long before it asks for the code of the page.
  await page.locator('main :is(h1, h2, textarea)').first().waitFor()
  await page.waitForLoadState('networkidle')
  await session.detach()
  return { bytes, requests }
}

/** Milliseconds from the start of the navigation to a typed character in the draft of the script, without a cache. */
export async function firstKeyMs(browser: Browser, options: BrowserContextOptions, address: string): Promise<number> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const begun = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  const field = page.getByRole('textbox', { name: 'Script', exact: true }).first()
  await field.focus()
  await page.keyboard.insertText('§')
  await page.waitForFunction(() =>
    Object.entries(localStorage).some(([name, text]) => name.startsWith('tradeloom-draft/') && text.includes('§')),
  )
  const ms = performance.now() - begun
  await context.close()
  return ms
}
