import { type CustomSettings, customSettings, MAX_WARMUP } from './custom-settings.ts'
import type { IndicatorDefinition, IndicatorFormula, IndicatorScope, IndicatorValue } from './definition.ts'
import { emptyBar } from './indicator-bar.ts'
import { IndicatorMisuse } from './indicator-misuse.ts'
import { Kit } from './kit/kit.ts'
import { Parts } from './kit/parts.ts'
import { readOnlyBar } from './read-only-bar.ts'

/** An indicator that a user has written, compiled. */
export interface CustomIndicator {
  readonly key: string
  readonly parameters: readonly { readonly name: string; readonly defaultValue?: unknown }[]
  readonly takesOther: boolean
  /** Evaluates the script, which has a closure of its own each time, and returns its handlers and settings. */
  readonly factory: (api: Readonly<Record<string, unknown>>, guard: object) => Readonly<Record<string, unknown>>
}

/** What a custom indicator sees besides its bars and building blocks. */
export interface CustomWorld {
  /** Of the instrument, as scripts see it. */
  readonly instrument: object
  readonly log: (...values: unknown[]) => void
  /** Inspects the errors of the script. */
  readonly guard: object
}

export interface CustomDefinition extends IndicatorDefinition {
  /** CSS colors of its outputs, as far as the script names them. */
  readonly colors: readonly string[]
}

const MIN_WARMUP = 100
const WARMUP_FACTOR = 10

/**
 * The definition of a custom indicator on one instrument. Throws what the script throws at its top level, and
 * IndicatorMisuse if its settings are wrong.
 */
export function defineCustom(source: CustomIndicator, world: CustomWorld): CustomDefinition {
  const { key, takesOther } = source
  const unused = emptyBar()
  const kit = new Kit(unused, new Parts())
  const silent = { ...world, log: () => undefined }
  const settings = customSettings(key, open(source, silent, { bar: unused, kit, other: () => NaN }))
  const { pane, outputs, colors, repaints } = settings
  const parameters = source.parameters.map(({ name, defaultValue }) => ({
    name,
    defaultValue: typeof defaultValue === 'number' ? defaultValue : NaN,
    isWhole: false,
    minimum: 0,
  }))
  const warmup = (...args: readonly unknown[]): number => {
    const values = parameters.map(({ defaultValue }, at) => args[at] ?? defaultValue)
    const periods = values.filter((value): value is number => Number.isInteger(value))
    return settings.warmup ?? Math.min(MAX_WARMUP, Math.max(MIN_WARMUP, WARMUP_FACTOR * Math.max(0, ...periods)))
  }
  return {
    key,
    pane,
    outputs,
    colors,
    repaints,
    isCustom: true,
    waitsForMarket: true,
    parameters,
    takesOther,
    firstValue: () => 1,
    settled: warmup,
    ...(outputs.length === 1 ? {} : several(outputs)),
    factory: (scope, args) => formulaOf(source, world, settings, scope, args),
  }
}

function open(
  { factory }: CustomIndicator,
  { instrument, log, guard }: CustomWorld,
  { bar, kit, other }: Pick<IndicatorScope, 'bar' | 'kit' | 'other'>,
): Readonly<Record<string, unknown>> {
  const ring = (size: number) => kit.ring(size)
  return factory(Object.freeze({ instrument, bar: readOnlyBar(bar), ring, kit, other, log }), guard)
}

/** `onTick` computes the values of finished bars, too, unless there is an `onIntervalClose`. */
function formulaOf(
  source: CustomIndicator,
  world: CustomWorld,
  settings: CustomSettings,
  scope: IndicatorScope,
  args: readonly unknown[],
): IndicatorFormula {
  const made = open(source, world, scope)
  const onTick = functionOf(made['onTick'])
  const onClose = functionOf(made['onIntervalClose']) ?? onTick
  if (onClose === null) throw new IndicatorMisuse(`${source.key}: onTick or onIntervalClose must be a function`)
  const read = settings.outputs.length === 1 ? readOne(source.key, settings) : readSeveral(source.key, settings)
  let last: IndicatorValue = null
  return () => {
    if (scope.isForming()) return onTick === null ? last : read(onTick(...args))
    last = read(onClose(...args))
    return last
  }
}

type Call = (...args: readonly unknown[]) => unknown

function functionOf(value: unknown): Call | null {
  return typeof value === 'function' ? (value as Call) : null
}

/** The value of an indicator with one output: a number, also as the member with its name. */
function readOne(key: string, { outputs: [name] }: CustomSettings): (value: unknown) => number | null {
  return (value) => {
    if (typeof value === 'number') return value
    if (value === null || value === undefined) return null
    const named: unknown = typeof value === 'object' ? (value as Record<string, unknown>)[name as string] : undefined
    if (typeof named === 'number') return named
    if (typeof value === 'object' && (named === null || (named === undefined && name !== 'value'))) return null
    throw new IndicatorMisuse(`${key} must return a number or null; for several values, name them in const outputs`)
  }
}

/** The values of an indicator with several outputs, in an object of our own. */
function readSeveral(key: string, { outputs }: CustomSettings): (value: unknown) => Record<string, number> | null {
  const own: Record<string, number> = {}
  return (value) => {
    if (value === null || value === undefined) return null
    if (typeof value !== 'object') {
      throw new IndicatorMisuse(`${key} must return null or an object with ${outputs.join(', ')}`)
    }
    for (let at = 0; at < outputs.length; at++) {
      const name = outputs[at] as string
      const one = (value as Record<string, unknown>)[name]
      own[name] = typeof one === 'number' ? one : NaN
    }
    return own
  }
}

function several(outputs: readonly string[]): Required<Pick<IndicatorDefinition, 'keep' | 'named'>> {
  return {
    keep: (value, into) => {
      for (let at = 0; at < outputs.length; at++) into[at]?.push(value[outputs[at] as string] ?? NaN)
    },
    named: (from, k) => {
      const value: Record<string, number> = {}
      for (let at = 0; at < outputs.length; at++) value[outputs[at] as string] = from[at]?.at(k) ?? NaN
      return value
    },
  }
}
