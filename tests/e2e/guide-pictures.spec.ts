import { expect } from '@playwright/test'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

test('the guide to a first trade has a picture for each step, in the color scheme of its reader', async ({
  browser,
}) => {
  const { context, page, look, complaints } = await openScreens(browser, {
    views: [
      { size: WIDE, scheme: 'dark' },
      { size: NARROW, scheme: 'light' },
    ],
  })
  for (const [slug, count] of [
    ['your-first-trade', 3],
    ['first-session', 2],
  ] as const) {
    await page.goto(`/documentation/${slug}`)
    const pictures = page.locator('main img[loading=lazy]')
    await expect(pictures).toHaveCount(count)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toHaveJSProperty('naturalWidth', 1200)
      await expect(picture).toHaveAttribute('src', /-dark-/)
      await expect(picture).toHaveAttribute('alt', /\w{4,}.* \w{3,}/)
    }
    await look(slug)
  }
  expect(complaints).toEqual([])
  await context.close()
})
