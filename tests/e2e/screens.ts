import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { watchConsole } from './browser.ts'
import { routeOf } from './page-routes.ts'

export const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 390, height: 844 },
] as const
export const SCHEMES = ['dark', 'light'] as const

export interface ScreenOptions {
  readonly size: (typeof SIZES)[number]
  readonly scheme: (typeof SCHEMES)[number]
  readonly login?: Awaited<ReturnType<BrowserContext['storageState']>>
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

const PICTURES = join(import.meta.dirname, '..', '..', 'test-results', 'screens')
mkdirSync(PICTURES, { recursive: true })

/** Opens a browser for checking pages: no messages in the console, no serious axe violations, no overflow. */
export async function openScreens(browser: Browser, { size, scheme, login }: ScreenOptions): Promise<Screens> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    storageState: login ?? { cookies: [], origins: [] },
  })
  // The page stores the user's choice under this name.
  await context.addInitScript((chosen) => localStorage.setItem('mantine-color-scheme-value', chosen), scheme)
  const page = await context.newPage()
  const seen = new Set<string>()
  const look = (name: string): Promise<void> => {
    const route = routeOf(page.url())
    if (route !== null) seen.add(route)
    return inspect(page, `${name}-${size.name}-${scheme}`)
  }
  return { context, page, complaints: watchConsole(page), seen, look }
}

async function inspect(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await writeFile(join(PICTURES, `${name}.png`), await stableScreenshot(page, !name.startsWith('editor')))
  // The code editor is a third-party component; its accessibility is not checked here. No page has frames from
  // elsewhere, so the legacy mode does: it saves a second page for each check.
  const axe = new AxeBuilder({ page })
    .exclude('.monaco-editor')
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
  const { violations } = await axe.analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect.soft(serious.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.target.join(' ')}`)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft({ name, overflow: Math.max(0, overflow) }).toEqual({ name, overflow: 0 })
}

/** Charts are drawn some frames after their data arrives, so wait until two screenshots are equal. */
async function stableScreenshot(page: Page, fullPage: boolean): Promise<Buffer> {
  for (let last = await page.screenshot({ fullPage }); ;) {
    const next = await page.screenshot({ fullPage })
    if (next.equals(last)) return next
    last = next
  }
}
