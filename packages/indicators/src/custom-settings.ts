import { IndicatorMisuse } from './indicator-misuse.ts'

/** Constants at the top of a custom indicator that describe it. */
export interface CustomSettings {
  readonly pane: 'overlay' | 'study'
  readonly outputs: readonly string[]
  readonly colors: readonly string[]
  readonly repaints: boolean
  /** Bars of history before the start; null takes the default. */
  readonly warmup: number | null
}

const MAX_OUTPUTS = 16
const MAX_COLOR_LENGTH = 40
export const MAX_WARMUP = 100_000

/** Reads the settings that a script returned. Throws IndicatorMisuse if one of them has another form. */
export function customSettings(key: string, made: Readonly<Record<string, unknown>>): CustomSettings {
  const { pane = 'study', outputs = ['value'], colors = [], warmup = null } = made
  const refuse = (text: string): never => {
    throw new IndicatorMisuse(`${key}: ${text}`)
  }
  if (pane !== 'overlay' && pane !== 'study') return refuse(`const pane must be 'overlay' or 'study'`)
  const names = texts(outputs)
  if (names === null || names.length === 0 || names.length > MAX_OUTPUTS || !names.every(isName)) {
    return refuse(`const outputs must be a list of 1 to ${MAX_OUTPUTS} names, such as ['upper', 'lower']`)
  }
  if (new Set(names).size < names.length) return refuse('const outputs must not contain a name twice')
  const shown = texts(colors)
  if (shown === null || shown.some(({ length }) => length > MAX_COLOR_LENGTH)) {
    return refuse(`const colors must be a list of CSS colors, such as ['#2962ff']`)
  }
  const isCount = typeof warmup === 'number' && Number.isInteger(warmup) && warmup >= 0 && warmup <= MAX_WARMUP
  if (warmup !== null && !isCount) {
    return refuse(`const warmup must be a whole number from 0 to 100,000`)
  }
  return { pane, outputs: names, colors: shown, repaints: made['repaints'] === true, warmup: warmup as number | null }
}

/** A copy, so that the script cannot change it afterwards; null if it is no short list of texts. */
function texts(list: unknown): string[] | null {
  if (!Array.isArray(list) || list.length > MAX_OUTPUTS) return null
  const copy: unknown[] = []
  for (let at = 0; at < list.length && at < MAX_OUTPUTS; at++) copy.push(list[at])
  return copy.every((one) => typeof one === 'string') ? copy : null
}

/** Scripts read values by these names: `bands.value().upper`. */
function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$]{0,39}$/.test(text) && !(text in {})
}
