import type { Locator, Page } from '@playwright/test'

const SCROLLS = 60
const STEP = 120

interface FrameTimes {
  readonly count: number
  /** Milliseconds. */
  readonly p95: number
  readonly longest: number
}

/** How long the frames of a page take while an area is scrolled down and up with the wheel. */
export async function frameTimes(page: Page, area: Locator): Promise<FrameTimes> {
  await area.hover()
  return framesDuring(page, async () => {
    for (let scroll = 0; scroll < SCROLLS; scroll++) {
      await page.mouse.wheel(0, scroll < SCROLLS / 2 ? STEP : -STEP)
      await page.waitForTimeout(80)
    }
  })
}

/** How long the frames of a page take while something is done. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<FrameTimes> {
  await page.evaluate(() => delete document.documentElement.dataset['measured'])
  const measured = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        let before = performance.now()
        const step = (now: number): void => {
          times.push(now - before)
          before = now
          if (document.documentElement.dataset['measured'] === undefined) requestAnimationFrame(step)
          else resolve(times)
        }
        requestAnimationFrame(step)
      }),
  )
  await act()
  await page.evaluate(() => (document.documentElement.dataset['measured'] = 'yes'))
  const sorted = (await measured).slice(1).toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
  return { count: sorted.length, p95: at(0.95), longest: at(1) }
}
