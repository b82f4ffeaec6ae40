import { UserError } from '@tradeloom/domain'

/** Throws UserError with what a rule found wrong with an option. */
export function refuseOption(option: string, problem: string | null): void {
  if (problem !== null) throw new UserError('invalid-input', `${option}: ${problem}`)
}
