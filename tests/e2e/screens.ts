import { mkdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { watchConsole } from './browser.ts'
import { LANE } from '../../tools/lanes/lane.ts'
import { routeOf } from './page-routes.ts'

export const WIDE = { name: 'wide', width: 1440, height: 900 } as const
export const NARROW = { name: 'narrow', width: 390, height: 844 } as const

/** How a page is looked at. */
export interface View {
  readonly size: typeof WIDE | typeof NARROW
  readonly scheme: 'dark' | 'light'
}

export interface ScreenOptions {
  /** Every screen is checked in each of them. The test acts in the first one. */
  readonly views: readonly [View, ...View[]]
  readonly login?: Awaited<ReturnType<BrowserContext['storageState']>>
  /** Of a server other than the worker's. */
  readonly baseURL?: string
}

export interface Screens {
  readonly context: BrowserContext
  readonly page: Page
  /** Messages in the console; must stay empty. */
  readonly complaints: string[]
  /** Routes of the checked pages. */
  readonly seen: ReadonlySet<string>
  readonly look: (name: string) => Promise<void>
}

/** `npm run pictures` takes pictures; other runs of these tests only check the pages. */
export const TAKES_PICTURES = process.env['TRADELOOM_PICTURES'] === 'on'

/** What is further down may be loaded once it is in view, and may be higher then. */
const MAX_HEIGHTS = 4

/** Less than half the size of `axe.source`, which every page that is looked at would have to parse. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const PICTURES = join(import.meta.dirname, '..', '..', 'test-results', 'screens')
mkdirSync(PICTURES, { recursive: true })

/**
 * Opens a browser for checking pages: no messages in the console, no overflow in any view, no serious axe violations. The
 * fast lane runs axe in the first view only.
 */
export async function openScreens(browser: Browser, { views, login, baseURL }: ScreenOptions): Promise<Screens> {
  const [first, ...others] = views
  const context = await browser.newContext({
    viewport: first.size,
    colorScheme: first.scheme,
    reducedMotion: 'reduce',
    storageState: login ?? { cookies: [], origins: [] },
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const seen = new Set<string>()
  const look = async (name: string): Promise<void> => {
    const route = routeOf(page.url())
    if (route !== null) seen.add(route)
    await page.waitForLoadState('networkidle')
    // Prices come over the socket.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await inspect(page, session, name, first)
    await expectNoOverflow(page, `${name}-${first.size.name}`)
    for (const view of others) {
      await show(page, view)
      if (LANE === 'full') await inspect(page, session, name, view)
      await expectNoOverflow(page, `${name}-${view.size.name}`)
    }
    if (others.length > 0) await show(page, first)
  }
  return { context, page, complaints: watchConsole(page), seen, look }
}

/** As if the user turned the device and the system changed its color scheme, which the page follows. */
async function show(page: Page, { size, scheme }: View): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: scheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
  await twoFrames(page)
}

async function inspect(page: Page, session: CDPSession, screen: string, { size, scheme }: View): Promise<void> {
  const name = `${screen}-${size.name}-${scheme}`
  if (TAKES_PICTURES)
    await writeFile(
      join(PICTURES, `${name}.jpeg`),
      await (screen.startsWith('editor') ? stablePicture(page) : wholePage(page, size)),
    )
  const serious = await violationsOf(page, session)
  expect.soft(serious.map((text) => `${name}: ${text}`)).toEqual([])
}

/** Waits because charts and tables follow a new width some frames later. */
async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow, `overflow of ${name}`).toBeLessThanOrEqual(0)
}

/** The serious ones. The page analyzes itself: no page has frames, which would need an analysis of their own. */
async function violationsOf(page: Page, session: CDPSession): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  // Not by `page.evaluate`, whose every call would parse it anew: like this, a tab compiles it once for all its pages.
  if (!isLoaded) await session.send('Runtime.evaluate', { expression: AXE })
  return page.evaluate(async () => {
    // In the middle of a transition, colors are not those that a user reads.
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
    const { axe: inPage } = globalThis as unknown as { readonly axe: typeof axe }
    // The code editor is a third-party component; its accessibility is not checked here.
    const { violations } = await inPage.run({ exclude: ['.monaco-editor'] }, { resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes: [node] }) => `${id} ${node?.target.join(' ')}: ${node?.any[0]?.message ?? ''}`)
  })
}

/** Charts are drawn some frames after their data arrives, so wait until two pictures are equal. */
async function stablePicture(page: Page): Promise<Buffer> {
  const take = () => page.screenshot({ type: 'jpeg', quality: 60 })
  for (let last = await take(); ;) {
    const next = await take()
    if (next.equals(last)) return next
    last = next
  }
}

/**
 * For a picture beyond its window the browser lays the page out anew, even within one pixel, while canvases follow later
 * and bars at the edge of the window stay in the middle: the window becomes as high as the page instead.
 */
async function wholePage(page: Page, { width, height }: View['size']): Promise<Buffer> {
  let shown: number = height
  for (let tries = 0; tries < MAX_HEIGHTS; tries++) {
    const needed = await page.evaluate(() => document.documentElement.scrollHeight)
    if (needed <= shown) break
    shown = needed
    await page.setViewportSize({ width, height: shown })
    await twoFrames(page)
  }
  const picture = await stablePicture(page)
  if (shown !== height) {
    await page.setViewportSize({ width, height })
    await twoFrames(page)
  }
  return picture
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
