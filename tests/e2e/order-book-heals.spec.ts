import { expect } from '@playwright/test'
import { openExchange } from './exchange.ts'
import { readBook } from './book-panel.ts'
import { NARROW, WIDE } from './screens.ts'
import { test } from './test.ts'

test(
  'an order book heals after a lost update, is never crossed, and groups by whole ticks, wide and narrow',
  {
    tag: '@full',
  },
  async ({ browser }) => {
    const exchange = await openExchange()
    const { lab } = exchange
    const context = await browser.newContext({ baseURL: exchange.url, reducedMotion: 'reduce' })
    const page = await context.newPage()
    let id = 1
    const publish = (b: [string, string][], a: [string, string][]): void => {
      id += 1
      const update = { e: 'depthUpdate', E: lab.clock.now(), s: 'BTCUSDT', U: id, u: id, b, a }
      lab.markets.publish('btcusdt@depth@100ms', update)
    }
    publish(
      [
        ['60000.00', '0'],
        ['61837.70', '1'],
        ['61837.63', '2'],
        ['61837.59', '4'],
      ],
      [
        ['60001.00', '0'],
        ['61837.81', '3'],
      ],
    )
    let size = 1
    const beating = setInterval(() => publish([['61000.00', String((size += 1))]], []), 250)
    await page.goto('/platform/Crypto%20Markets')
    const book = page.locator('section').filter({ hasText: 'Binance · Order book' })
    await expect(book.getByRole('status').first()).toHaveText('Live')
    const best = async () => {
      const { bids, asks } = await readBook(book)
      return [bids[0]?.price, asks[0]?.price]
    }
    await expect.poll(best).toEqual([61837.7, 61837.81])
    await book.evaluate((section) => {
      const price = (side: string): number => {
        const cell = section.querySelector(`tr[data-side=${side}][data-rank="0"] td`)
        return Number((cell?.textContent ?? '').replaceAll(',', ''))
      }
      const seen = { frames: 0, crossed: 0 }
      Object.assign(globalThis, { seen })
      const look = (): void => {
        seen.frames += 1
        if (price('bids') >= price('asks')) seen.crossed += 1
        requestAnimationFrame(look)
      }
      look()
    })
    // Without what is lost, the ask that follows is below the best bid.
    lab.faults.add({ when: { message: 'btcusdt@depth@100ms' }, do: 'drop' })
    publish(
      [
        ['61837.70', '0'],
        ['61837.63', '0'],
      ],
      [],
    )
    publish([], [['61837.65', '5']])
    await expect.poll(best).toEqual([61837.59, 61837.65])
    publish(
      [
        ['61837.70', '1'],
        ['61837.63', '2'],
      ],
      [['61837.65', '0']],
    )
    await expect.poll(best).toEqual([61837.7, 61837.81])
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: object }).seen)
    expect(seen).toMatchObject({ crossed: 0, frames: expect.any(Number) })

    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport)
      await book.getByRole('combobox', { name: /^Grouping/ }).selectOption('0.10')
      const grouped = async () =>
        (await readBook(book)).bids.slice(0, 3).map(({ price, quantity }) => [price, quantity])
      await expect.poll(grouped).toEqual([
        [61837.7, 1],
        [61837.6, 2],
        [61837.5, 4],
      ])
      await expect(book.getByRole('row', { name: /^61,837\.70/ })).toBeVisible()
      await book.getByRole('combobox', { name: /^Grouping/ }).selectOption('None')
      await expect.poll(grouped).toMatchObject([
        [61837.7, 1],
        [61837.63, 2],
        [61837.59, 4],
      ])
    }
    clearInterval(beating)
    await context.close()
    await exchange.close()
  },
)
