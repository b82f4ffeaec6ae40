import type { CallExpression, Program } from 'acorn'
import type { Reference } from 'eslint-scope'
import type { Span } from './problem.ts'
import { readLiteral } from './read-literal.ts'
import type { Report } from './report.ts'
import { walk } from './walk.ts'

/** Other instruments that one script can trade. Each one makes the host load another series of prices. */
export const MAX_MARKETS = 16

/** A symbol, or a symbol and its broker: `GBPUSD` or `GBPUSD:FXCM`. Symbols are upper-case everywhere. */
const MARKET_NAME = /^[A-Z0-9._-]{1,32}(:[A-Z0-9._-]{1,32})?$/

/**
 * Lists the instruments that a script opens with `market('GBPUSD')`, in the order of their first calls. The host loads
 * their prices before the script runs, so each name must be a literal, and every call must run at the start.
 */
export function readMarkets(program: Program, references: readonly Reference[], report: Report): string[] {
  const asked = new Set(references.filter(({ identifier }) => identifier.name === 'market').map(startOf))
  if (asked.size === 0) return []
  const found = new Set<string>()
  const nested = nestedIdentifiers(program)
  walk(program, (node, parent) => {
    if (node.type !== 'Identifier' || !asked.delete(node.start)) return
    if (parent?.type !== 'CallExpression' || parent.callee !== node) {
      report.error("market can only be called, as in market('GBPUSD')", node)
    } else if (nested.has(node.start)) {
      report.error('market can only be called at the top level of the script, outside of functions and classes', parent)
    } else {
      const name = nameOf(parent, report)
      if (name === null || found.has(name)) return
      if (found.size === MAX_MARKETS) report.error(`A script can use at most ${MAX_MARKETS} other markets`, parent)
      else found.add(name)
    }
  })
  return [...found]
}

function nameOf(call: CallExpression, report: Report): string | null {
  const [argument, surplus] = call.arguments
  const name = argument === undefined ? undefined : readLiteral(argument)
  if (typeof name !== 'string' || surplus !== undefined) {
    report.error("market takes one literal string, as in market('GBPUSD')", surplus ?? argument ?? call)
    return null
  }
  if (MARKET_NAME.test(name)) return name
  report.error(`'${name}' is not a market: write a symbol such as GBPUSD, or SYMBOL:BROKER`, argument ?? call)
  return null
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
