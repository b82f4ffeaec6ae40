import { UserError } from '@tradeloom/domain'

/** A number between the bounds. Throws UserError that names the option. */
export function parseNumber(option: string, text: string, least: number, most: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(value) && value >= least && value <= most) return value
  throw new UserError('invalid-input', `${option} ${text} is not a number from ${least} to ${most}`)
}

/** One of the names. Throws UserError that lists them. */
export function oneOf<Choice extends string>(option: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text)
  if (choice === undefined)
    throw new UserError('invalid-input', `${option} ${text} is not one of ${choices.join(', ')}`)
  return choice
}
