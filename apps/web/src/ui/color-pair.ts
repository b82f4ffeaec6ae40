import { create } from 'zustand'

/** Colors of what rises and falls, of gains and losses, of buying and selling; each but the first is a block of styles/color-pairs.css. */
export const COLOR_PAIRS = ['green-red', 'red-green', 'blue-orange'] as const
export type ColorPair = (typeof COLOR_PAIRS)[number]

export const useColorPair = create<{ readonly pair: ColorPair }>()(() => ({ pair: 'green-red' }))

export function showColorPair(pair: ColorPair): void {
  document.documentElement.dataset['colors'] = pair
  useColorPair.setState({ pair })
}
