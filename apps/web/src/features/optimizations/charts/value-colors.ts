import { scaleLinear } from 'd3-scale'

/** From orange over a neutral middle to blue: ordered by lightness on each side, without red against green. */
const DARK = ['#f0984a', '#6b4a2e', '#232a38', '#2b5484', '#5db1ff']
const LIGHT = ['#a84a00', '#e3a56f', '#eef1f6', '#8db8ea', '#1450b4']

/** Lines lie on the ground of the page: their middle must differ from it. */
const DARK_LINES = ['#f0984a', '#b08a66', '#78869e', '#4f8ccc', '#5db1ff']
const LIGHT_LINES = ['#a84a00', '#bf7c48', '#8b95a5', '#5a86c4', '#1450b4']

export interface ValueColors {
  readonly colorOf: (value: number) => string
  /** Ends of the scale, and its middle. */
  readonly low: number
  readonly middle: number
  readonly high: number
  readonly stops: readonly string[]
}

/** Blue is better. Zero is in the middle if the values lie on both sides of it. */
export function valueColors(
  [low, high]: readonly [number, number],
  better: 'higher' | 'lower',
  isDark: boolean,
  of: 'cells' | 'lines' = 'cells',
): ValueColors {
  const colors = of === 'lines' ? (isDark ? DARK_LINES : LIGHT_LINES) : isDark ? DARK : LIGHT
  const stops = better === 'higher' ? colors : colors.toReversed()
  const hasZero = low < 0 && high > 0
  const reach = Math.max(-low, high)
  const [from, to] = hasZero ? [-reach, reach] : high > low ? [low, high] : [low - 1, high + 1]
  const middle = (from + to) / 2
  const domain = [from, (from + middle) / 2, middle, (middle + to) / 2, to]
  const scale = scaleLinear<string>().domain(domain).range(stops).clamp(true)
  return { colorOf: (value) => scale(value), low: from, middle, high: to, stops }
}
