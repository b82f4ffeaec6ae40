import { analyzeScript } from '@tradeloom/script'
import type { ScriptProblem } from '@tradeloom/contracts'
import type { schema } from '@tradeloom/database'
import { scriptErrors } from '../../platform/errors/script-errors.ts'
import { scriptHash } from '../algorithms/check-script.ts'

type Columns = Pick<
  (typeof schema)['indicators']['$inferInsert'],
  'script' | 'scriptHash' | 'parameters' | 'description'
>

/** What is stored about a script. Throws 400 with line, column and description when it is invalid. */
export function checkIndicator(script: string): { columns: Columns; warnings: ScriptProblem[] } {
  const { errors, parameters, warnings } = analyzeScript(script, 'indicator')
  if (errors.length > 0) throw scriptErrors(errors)
  return {
    columns: {
      script,
      scriptHash: scriptHash(script),
      parameters: parameters.map(({ name, defaultValue = null }) => ({ name, defaultValue })),
      description: descriptionOf(script),
    },
    warnings: warnings.map(({ message, line, column }) => ({ message, line, column })),
  }
}

const MAX_DESCRIPTION = 500

/** The comment at the top of a script, as lists show it. */
function descriptionOf(script: string): string {
  const lines: string[] = []
  for (const line of script.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const comment = /^\s*\/\/+\s?(.*)$/.exec(line)
    if (!comment) break
    lines.push(comment[1] ?? '')
  }
  return [...lines.join(' ').trim()].slice(0, MAX_DESCRIPTION).join('')
}
