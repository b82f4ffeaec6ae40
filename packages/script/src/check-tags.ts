import { isTag, MAX_TAG_LENGTH } from '@tradeloom/domain'
import type { CallExpression, Program } from 'acorn'
import type { Reference } from 'eslint-scope'
import type { Span } from './problem.ts'
import { propertyName, readLiteral } from './read-literal.ts'
import type { Report } from './report.ts'
import { walk } from './walk.ts'

const ORDERS = new Set(['buy', 'sell'])

/**
 * Refuses tags in the text of a script that the engine would reject with each of their orders. Others are known only when
 * the script runs.
 */
export function checkTags(program: Program, references: readonly Reference[], report: Report): void {
  const functions = new Set(references.filter(({ identifier }) => ORDERS.has(identifier.name)).map(startOf))
  const markets = marketsOf(program)
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || !isOrder(node, functions, markets)) return
    const [request] = node.arguments
    if (request?.type !== 'ObjectExpression') return
    for (const property of request.properties) {
      if (property.type !== 'Property' || propertyName(property) !== 'tag') continue
      const tag = readLiteral(property.value)
      if (tag === undefined || tag === null || (typeof tag === 'string' && isTag(tag))) continue
      report.error(
        `tag must be a text of 1 to ${MAX_TAG_LENGTH} characters in one line, without spaces at its ends`,
        property.value,
      )
    }
  })
}

/** A call of `buy`, or of a market's, as in `gbpusd.buy({ ... })`. */
function isOrder({ callee }: CallExpression, functions: ReadonlySet<number>, markets: ReadonlySet<string>): boolean {
  if (callee.type === 'Identifier') return functions.has(callee.start)
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false
  return markets.has(callee.object.name) && callee.property.type === 'Identifier' && ORDERS.has(callee.property.name)
}

/** Names of variables that hold a market: other objects may have a `buy` of their own. */
function marketsOf(program: Program): Set<string> {
  const names = new Set<string>()
  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return
    const { init } = node
    if (init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'market')
      names.add(node.id.name)
  })
  return names
}

/** The scope library's types leave out the offsets that the parser gives every node. */
function startOf({ identifier }: Reference): number {
  return (identifier as unknown as Span).start
}
