import { InputError } from '../input-error.ts'

/** A number between the bounds. Throws InputError that names the option. */
export function parseNumber(option: string, text: string, least: number, most: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(value) && value >= least && value <= most) return value
  throw new InputError(`${option} ${text} is not a number from ${least} to ${most}`)
}

/** One of the names. Throws InputError that lists them. */
export function oneOf<Choice extends string>(option: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text)
  if (choice === undefined) throw new InputError(`${option} ${text} is not one of ${choices.join(', ')}`)
  return choice
}
