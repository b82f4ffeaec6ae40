import { vi } from 'vitest'

/** Gives every element a size: tables have only the rows that are in view, and jsdom has no layout. Restore all mocks after it. */
export function giveLayout(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(560)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
}
