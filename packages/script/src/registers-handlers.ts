import type { AnyNode, Program } from 'acorn'
import type { Reference } from 'eslint-scope'
import { walk } from './walk.ts'

/** Names under which handlers are passed: `every('H1', handler)`, `market('GBPUSD').onTick(handler)`. */
const OF_MARKETS = new Set(['every', 'onTick'])

/**
 * Whether a script passes handlers to `every` or to another market. Which object a member belongs to is not known before
 * the run, so in a script that opens markets, any member of these names counts.
 */
export function registersHandlers(program: Program, references: readonly Reference[]): boolean {
  const names = new Set(references.map(({ identifier }) => identifier.name))
  return names.has('every') || (names.has('market') && hasMember(program))
}

function hasMember(program: Program): boolean {
  let isFound = false
  walk(program, (node) => {
    isFound ||= isMember(node)
    return !isFound
  })
  return isFound
}

/** `gbp.every` or `const { every } = market('GBPUSD')`. */
function isMember(node: AnyNode): boolean {
  const name = node.type === 'MemberExpression' ? node.property : node.type === 'Property' ? node.key : null
  if (name?.type === 'Identifier') return OF_MARKETS.has(name.name)
  return name?.type === 'Literal' && OF_MARKETS.has(String(name.value))
}
