import { expect, type Page } from '@playwright/test'
import { newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { test } from './test.ts'

/** Styles that the page asked for ahead; browsers warn of those that it does not use. */
function stylesAhead(page: Page): Promise<{ name: string; isUsed: boolean }[]> {
  return page.evaluate(() => {
    const used = new Set([...document.styleSheets].map(({ href }) => href))
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=style]')]
    return links.map(({ href }) => ({ name: href, isUsed: used.has(href) }))
  })
}

test('the first page asks ahead only for the styles that it uses, for visitors and for users', async ({ page }) => {
  const complaints = watchConsole(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const ofVisitor = await stylesAhead(page)
  expect(ofVisitor.length).toBeGreaterThan(0)
  expect(ofVisitor.filter(({ isUsed }) => !isUsed)).toEqual([])

  await newUser(page.request, 'ahead')
  await page.goto('/')
  await expect(page).toHaveURL(/\/algorithms$/)
  await expect(page.getByRole('heading', { name: 'Algorithms', level: 1 })).toBeVisible()
  expect((await stylesAhead(page)).filter(({ isUsed }) => !isUsed)).toEqual([])
  expect(complaints).toEqual([])
})
