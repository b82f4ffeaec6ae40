import type { IndicatorDefinition } from './definition.ts'

const MAX_ARGUMENT = 1_000_000

/**
 * Throws RangeError with a message for users if the arguments do not match the indicator's parameters: most of them
 * count bars; those named in `fractions` may be any positive number.
 */
export function checkArguments(definition: IndicatorDefinition, args: readonly (number | undefined)[]): void {
  const { key, parameters } = definition
  if (args.length > parameters.length) {
    throw new RangeError(`${key} takes at most ${parameters.length} arguments after the interval, not ${args.length}`)
  }
  args.forEach((value, i) => {
    const parameter = parameters[i]
    if (value === undefined || parameter === undefined) return
    const { name, isWhole, minimum } = parameter
    const isNumber = typeof value === 'number' && value <= MAX_ARGUMENT
    if (isNumber && (isWhole ? Number.isInteger(value) && value >= minimum : value > 0)) return
    const wanted = isWhole ? `a whole number from ${minimum} to 1,000,000` : 'a number above 0'
    throw new RangeError(`${key}: ${name} must be ${wanted}, not ${shown(value)}`)
  })
}

/** A script may pass anything: objects are not converted to text, which could run code of the script. */
function shown(value: unknown): string {
  const isPlain = value === null || (typeof value !== 'object' && typeof value !== 'function')
  return isPlain ? String(value) : `[${typeof value}]`
}
