import type { Page } from '@playwright/test'

/** A price that came over the socket, or was written into a tile; times in UTC milliseconds. */
export interface SeenPrice {
  readonly at: number
  readonly instrumentId: string
  readonly sequence: number
}

interface Watched {
  readonly frames: (SeenPrice & { readonly bid: number })[]
  /** Bids written into tiles; `tile` ends with the instrument and venue in words. */
  readonly writes: { readonly at: number; readonly tile: string; readonly bid: number }[]
}

/** Before the page is opened: notes each price that its socket receives, and each bid that a tile shows. */
export async function watchPrices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { frames: [], writes: [] }
    Object.assign(window, { watched })
    class WatchedSocket extends WebSocket {
      constructor(...parts: ConstructorParameters<typeof WebSocket>) {
        super(...parts)
        this.addEventListener('message', ({ data }) => {
          const at = Date.now()
          const { payload } = JSON.parse(String(data))
          if (payload?.event !== 'price' || payload.data.isCached) return
          const { instrumentId, sequence, bid } = payload.data
          watched.frames.push({ at, instrumentId, sequence, bid })
        })
      }
    }
    Object.assign(window, { WebSocket: WatchedSocket })
    new MutationObserver((records) => {
      const at = Date.now()
      for (const { target } of records) {
        const { side, price } = (target as HTMLElement).dataset
        if (side !== 'SELL' || price === undefined) continue
        watched.writes.push({ at, tile: target.textContent ?? '', bid: Number(price) })
      }
    }).observe(document, { subtree: true, attributeFilter: ['data-price'] })
  })
}

/** What the page has seen; `tiles` says how the tile of an instrument ends. */
export async function pricesSeenIn(page: Page, tiles: Readonly<Record<string, string>>) {
  const { frames, writes } = await page.evaluate(() => (window as unknown as { watched: Watched }).watched)
  const shown = writes.flatMap(({ at, tile, bid }): SeenPrice[] => {
    const instrumentId = Object.keys(tiles).find((id) => tile.endsWith(` ${tiles[id]}`))
    const frame = frames.findLast((one) => one.instrumentId === instrumentId && one.bid === bid && one.at <= at)
    return frame ? [{ ...frame, at }] : []
  })
  return { frames: frames as readonly SeenPrice[], shown }
}
