import type { CallExpression, Expression, Program, SpreadElement } from 'acorn'
import { isSeriesCode, isSeriesColumn, MAX_SERIES, seriesId, seriesOptionProblem } from '@tradeloom/domain'
import type { Reference } from 'eslint-scope'
import type { Span } from './problem.ts'
import { type Literal, propertyName, readLiteral } from './read-literal.ts'
import type { Report } from './report.ts'
import { topLevelCalls } from './top-level-calls.ts'

const EXAMPLE = "series('FRED:CPIAUCSL')"

/** A dataset that a script reads as a series. */
export interface DeclaredSeries {
  /** Provider and code: `FRED:CPIAUCSL`. */
  readonly code: string
  /** Null for a dataset with one column. */
  readonly column: string | null
  readonly span: Span
}

/**
 * Lists the datasets that a script reads with `series('FRED:CPIAUCSL')`, in the order of their first calls. The host fetches
 * them before the script runs, so code and options must be literals, and every call must run at the start.
 */
export function readSeries(program: Program, references: readonly Reference[], report: Report): DeclaredSeries[] {
  const found = new Map<string, DeclaredSeries>()
  for (const call of topLevelCalls(program, references, { name: 'series', example: EXAMPLE }, report)) {
    const declared = declarationOf(call, report)
    if (declared === null) continue
    const id = seriesId(declared.code, declared.column)
    if (found.has(id)) continue
    if (found.size === MAX_SERIES) report.error(`A script can use at most ${MAX_SERIES} series`, call)
    else found.set(id, declared)
  }
  return [...found.values()]
}

function declarationOf(call: CallExpression, report: Report): DeclaredSeries | null {
  const [argument, options, surplus] = call.arguments
  const code = argument === undefined ? undefined : readLiteral(argument)
  if (typeof code !== 'string') {
    report.error(`series takes a literal code, as in ${EXAMPLE}`, argument ?? call)
    return null
  }
  if (!isSeriesCode(code)) {
    report.error(`'${code}' is not a series: write PROVIDER:CODE, such as FRED:CPIAUCSL`, argument ?? call)
    return null
  }
  if (surplus !== undefined) {
    report.error('series takes a code and options', surplus)
    return null
  }
  const given = options === undefined ? {} : readOptions(options, report)
  if (given === null) return null
  return { code, column: isSeriesColumn(given['column']) ? given['column'] : null, span: call }
}

/** The options by name; null, and an error is reported, if one is not a literal or not valid. */
function readOptions(node: Expression | SpreadElement, report: Report): Record<string, Literal> | null {
  if (node.type !== 'ObjectExpression') {
    report.error("The options of series must be written as an object, as in { column: 'value' }", node)
    return null
  }
  const options: Record<string, Literal> = {}
  for (const property of node.properties) {
    const name = property.type === 'Property' ? propertyName(property) : undefined
    const value = property.type === 'Property' ? readLiteral(property.value) : undefined
    if (name === undefined || value === undefined) {
      report.error('The options of series must be literals', property)
      return null
    }
    const problem = seriesOptionProblem(name, value)
    if (problem !== null) {
      report.error(problem, property)
      return null
    }
    options[name] = value
  }
  return options
}
