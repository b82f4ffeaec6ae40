import type { CallExpression, Program } from 'acorn'
import type { Reference } from 'eslint-scope'
import type { Span } from './problem.ts'
import type { Report } from './report.ts'
import { walk } from './walk.ts'

/**
 * The calls of a function of the API that may only be called at the top level, because the host prepares for each call before
 * the script runs. Reports every other use of it.
 */
export function topLevelCalls(
  program: Program,
  references: readonly Reference[],
  { name, example }: { readonly name: string; readonly example: string },
  report: Report,
): CallExpression[] {
  const places = new Set(references.filter(({ identifier }) => identifier.name === name).map(startOf))
  if (places.size === 0) return []
  const found: CallExpression[] = []
  const nested = nestedIdentifiers(program)
  walk(program, (node, parent) => {
    if (node.type !== 'Identifier' || !places.delete(node.start)) return
    if (parent?.type !== 'CallExpression' || parent.callee !== node) {
      report.error(`${name} can only be called, as in ${example}`, node)
    } else if (nested.has(node.start)) {
      report.error(
        `${name} can only be called at the top level of the script, outside of functions and classes`,
        parent,
      )
    } else found.push(parent)
  })
  return found
}

/** The scope library's types leave out the offsets that the parser gives every node. */
function startOf({ identifier }: Reference): number {
  return (identifier as unknown as Span).start
}

const NESTING = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassBody'])

/** Places of all identifiers inside functions and classes. */
function nestedIdentifiers(program: Program): ReadonlySet<number> {
  const found = new Set<number>()
  walk(program, (node) => {
    if (!NESTING.has(node.type)) return
    walk(node, (inner) => void (inner.type === 'Identifier' && found.add(inner.start)))
    return false
  })
  return found
}
