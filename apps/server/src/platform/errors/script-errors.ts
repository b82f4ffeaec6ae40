import type { ScriptProblem } from '@tradeloom/contracts'
import { AppError } from './app-error.ts'

const MAX_LISTED = 5

/** The refusal of a script with errors: 400 with line, column and description of each. */
export function scriptErrors(errors: readonly ScriptProblem[]): AppError {
  const problems = errors.map(({ message, line, column }) => ({ message, line, column }))
  const lines = problems
    .slice(0, MAX_LISTED)
    .map(({ message, line, column }) => `Line ${line}, column ${column}: ${message}`)
  const message = `Cannot save. Script contains errors: ${lines.join('; ')}`
  return new AppError('invalid-input', 'script-errors', message, { details: { problems } })
}
