import { type RunModels, type Setting, SETTINGS } from '@tradeloom/domain'
import { DEFAULT_MODELS, type EngineModels } from '@tradeloom/engine'
import { parseSetting } from './parse-setting.ts'

/** Options of run models from the terminal's parser, by name: text, not yet validated. */
export type ModelOptions = Readonly<Record<string, unknown>>

/** Run models that are options of a run; the spread is part of the prices. */
const { spread: _, ...OTHERS } = SETTINGS

/** Throws UserError with one clear line for the first invalid option. Omitted options have their defaults. */
export function parseModels(options: ModelOptions): EngineModels {
  const given = Object.entries(OTHERS).flatMap(([key, setting]) => {
    const text = textOf(options, setting)
    return text === undefined ? [] : [[key, parseSetting(setting, text)] as const]
  })
  return { ...DEFAULT_MODELS, ...Object.fromEntries(given) }
}

/** The spread in pips for data with one price; null if the option is not given. */
export function parseSpread(options: ModelOptions): number | null {
  const text = textOf(options, SETTINGS.spread)
  if (text === undefined) return null
  const spread = parseSetting(SETTINGS.spread, text) as RunModels['spread']
  return spread.model === 'fixed' ? spread.pips : 0
}

/** `--limit-fill` is the property `limitFill`. */
function textOf(options: ModelOptions, { option }: Setting): string | undefined {
  const name = option.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const text = options[name]
  return typeof text === 'string' ? text : undefined
}
