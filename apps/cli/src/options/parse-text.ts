import { InputError } from '../input-error.ts'

/** A number from `least` to `most`. Throws InputError that names the option. */
export function parseNumber(option: string, text: string, least: number, most: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(value) && value >= least && value <= most) return value
  throw new InputError(`${option} ${text} is not a number from ${least} to ${most}`)
}

/** One of the names. Throws InputError that lists them. */
export function oneOf<Choice extends string>(option: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text)
  if (choice === undefined) throw new InputError(`${option} ${text} is none of ${choices.join(', ')}`)
  return choice
}

/** `a=1,b=2` by name; a part without a name gets `first`. Names other than `known` are refused. */
export function parsePairs<Name extends string>(
  option: string,
  text: string,
  known: readonly Name[],
  first: Name,
): Partial<Record<Name, string>> {
  const pairs: Partial<Record<Name, string>> = {}
  for (const part of text.split(',')) {
    const at = part.indexOf('=')
    const name = oneOf(option, at < 0 ? first : part.slice(0, at).trim(), known)
    if (pairs[name] !== undefined) throw new InputError(`${option} ${text}: ${name} is given twice`)
    pairs[name] = part.slice(at + 1).trim()
  }
  return pairs
}
