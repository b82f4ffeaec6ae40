import { UserError } from '@tradeloom/domain'
import { analyzeScript } from '@tradeloom/script'

import { readText } from './read-text.ts'
import type { TerminalScript } from './terminal-script.ts'

/** A script that passes static checks. */
export async function readScript(file: string): Promise<TerminalScript> {
  const source = await readText(file)
  const { errors, externals, markets, series } = analyzeScript(source, 'algorithm')
  const [problem] = errors
  if (problem) throw new UserError('invalid-input', `${file}:${problem.line}:${problem.column}: ${problem.message}`)
  return { source, externals, markets, series }
}
