import { expect, type Page } from '@playwright/test'

/** Where panels stand: view, then columns and rows from the top left, and how many of them. */
export async function placesOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const items = [...document.querySelectorAll<HTMLElement>('[data-view]:has(> section)')]
    const boxes = items.map((item) => ({ view: item.dataset['view'] ?? '', box: item.getBoundingClientRect() }))
    const [left, top] = [Math.min(...boxes.map(({ box }) => box.x)), Math.min(...boxes.map(({ box }) => box.y))]
    // A cell and its margin.
    const [width, height] = [232, 126]
    const cells = (pixels: number, size: number): string => String(Math.round((pixels / size) * 100) / 100)
    return boxes.map(({ view, box }) =>
      [
        view,
        cells(box.x - left, width),
        cells(box.y - top, height),
        `${cells(box.width + 7, width)}x${cells(box.height + 7, height)}`,
      ].join(' '),
    )
  })
}

/** Opens a layout and waits until its panels stand in their places. */
export async function openLayout(page: Page, name: string): Promise<void> {
  await page.goto(`/platform/${encodeURIComponent(name)}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.locator('[data-view]').first()).toBeVisible()
  await expect(page.locator('[data-view]').getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

/** Drags from the middle of an element by pixels, as a hand does; without `drop`, the button stays pressed. */
export async function drag(
  page: Page,
  selector: string,
  [x, y]: readonly [number, number],
  drop = true,
): Promise<void> {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`${selector} is not on screen`)
  const [fromX, fromY] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  await page.mouse.move(fromX + x / 2, fromY + y / 2, { steps: 4 })
  await page.mouse.move(fromX + x, fromY + y, { steps: 4 })
  if (drop) await page.mouse.up()
}

export const TILE_HANDLE = '[data-view="price-tile"] > section > header'
export const CHART_CORNER = '[data-view="price-chart"] .react-resizable-handle'

/** Addresses of the calls that store layouts, with what they store. */
export function watchPuts(page: Page): string[] {
  const puts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/configuration/layout.platform')) {
      puts.push(request.postData() ?? '')
    }
  })
  return puts
}
