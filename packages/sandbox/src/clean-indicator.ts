import { cleanText } from '@tradeloom/domain'
import { cleanLog } from './clean-outcome.ts'
import type { ComputedIndicator, IndicatorOutput } from './indicator-job.ts'

const MAX_OUTPUTS = 16
const MAX_NAME = 40
/** Names, hexadecimal colors, and functions of numbers: `rgb(10 20 30 / 50%)`. */
const COLOR = /^(?:[a-z]{1,30}|#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))$/i

/** The values of an indicator as a runner reports them. Throws if they have another shape. */
export function cleanComputed(values: unknown, log: unknown, rows: number): ComputedIndicator {
  const { outputs, warmup } = (values ?? {}) as Readonly<Record<string, unknown>>
  if (typeof warmup !== 'number' || !(warmup >= 0)) throw otherShape()
  if (!Array.isArray(outputs) || outputs.length === 0 || outputs.length > MAX_OUTPUTS) throw otherShape()
  return { outputs: outputs.map((one: unknown) => cleanOutput(one, rows)), warmup, log: cleanLog(log) }
}

function cleanOutput(output: unknown, rows: number): IndicatorOutput {
  const { name, pane, color, values } = (output ?? {}) as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' || (pane !== 'overlay' && pane !== 'study')) throw otherShape()
  if (!Array.isArray(values) || values.length !== rows) throw otherShape()
  return {
    name: cleanText(name, MAX_NAME),
    pane,
    color: typeof color === 'string' && COLOR.test(color) ? color : null,
    values: values.map((value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)),
  }
}

function otherShape(): TypeError {
  return new TypeError('The values of the indicator have another shape')
}
