import { endProblem, UserError } from '@tradeloom/domain'

/** Throws UserError for a period that does not end after its start; either may be open. */
export function checkEnd(from: number | null | undefined, to: number | null | undefined): void {
  const problem = endProblem(from ?? -Infinity, to ?? Infinity)
  if (problem !== null) throw new UserError('invalid-input', problem)
}
