import type { Locator } from '@playwright/test'

interface ShownLevel {
  readonly price: number
  readonly quantity: number
  readonly total: number
}

export interface ShownBook {
  /** Best first. */
  readonly bids: readonly ShownLevel[]
  readonly asks: readonly ShownLevel[]
  readonly spread: number
}

/** What the panel shows in one moment. */
export function readBook(panel: Locator): Promise<ShownBook> {
  return panel.evaluate((section) => {
    const number = (element: Element | null | undefined): number =>
      Number((element?.textContent ?? '').replaceAll(/[^\d.]/g, ''))
    const side = (name: string) =>
      [...section.querySelectorAll<HTMLElement>(`tr[data-side=${name}]`)]
        .toSorted((one, other) => Number(one.dataset['rank']) - Number(other.dataset['rank']))
        .map(({ children: [price, quantity, total] }) => ({
          price: number(price),
          quantity: number(quantity),
          total: number(total),
        }))
        .filter(({ price }) => price > 0)
    return { bids: side('bids'), asks: side('asks'), spread: number(section.querySelector('[data-part=spread]')) }
  })
}
