import { type PriceParts, priceParts } from '@tradeloom/domain'
import { formatNumber } from '../../../ui/format.ts'

interface ShownInstrument {
  readonly precision: number
  readonly pipPrecision: number
}

const PARTS: readonly (keyof PriceParts)[] = ['large', 'pips', 'babyPip']

/**
 * Writes a price into the parts of an element, and flashes it when it differs from the one before. `isFlashing` is false
 * for what was known before the stream began.
 */
export function writePrice(
  element: HTMLElement,
  price: number,
  { precision, pipPrecision }: ShownInstrument,
  isFlashing: boolean,
): void {
  const before = element.dataset['price']
  const text = price.toFixed(precision)
  if (before === text) return
  element.dataset['price'] = text
  const shown = formatNumber(price, precision)
  // Screen readers read the whole, not its parts.
  element.querySelector("[data-part='price']")?.setAttribute('aria-label', shown)
  const { pips, babyPip } = priceParts(price, precision, pipPrecision)
  const parts: PriceParts = { large: shown.slice(0, shown.length - pips.length - babyPip.length), pips, babyPip }
  for (const part of PARTS) {
    const target = element.querySelector(`[data-part='${part}']`)
    if (target !== null && target.textContent !== parts[part]) target.textContent = parts[part]
  }
  if (isFlashing && before !== undefined) flash(element, price > Number(before) ? 'up' : 'down')
}

/**
 * Starts the animation `up` or `down` of a style sheet that has each of them twice: another name is what restarts one that
 * is running. `endFlash` belongs to the end of the animation; no timer is needed.
 */
function flash(element: HTMLElement, direction: 'up' | 'down'): void {
  element.dataset['dir'] = direction
  element.dataset['flash'] = `${direction}-${element.dataset['flash'] === `${direction}-a` ? 'b' : 'a'}`
}

export function endFlash({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  delete currentTarget.dataset['flash']
}
