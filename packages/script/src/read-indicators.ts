import type { AnyNode, MemberExpression, ObjectPattern, Program } from 'acorn'
import type { Reference } from 'eslint-scope'
import type { Span } from './problem.ts'
import { propertyName } from './read-literal.ts'
import { walkTree } from './walk-tree.ts'

/** A place where a script names an indicator. */
export interface IndicatorName extends Span {
  readonly key: string
}

/**
 * Finds the indicators that a script names: `indicators.KEY`, `indicators['KEY']`, `const { KEY } = indicators`, and the
 * same for the indicators of another market. Only the first place of each key, in text order. The host copies custom
 * indicators before the script runs, so their keys must be in the text.
 */
export function readIndicators(program: Program, references: readonly Reference[]): IndicatorName[] {
  const startsOf = (name: string): Set<number> =>
    new Set(references.filter(({ identifier }) => identifier.name === name).map(startOf))
  const catalogs = startsOf('indicators')
  const openers = startsOf('market')
  if (catalogs.size === 0 && openers.size === 0) return []
  const isMarketCall = (node: AnyNode | null | undefined): boolean =>
    node?.type === 'CallExpression' && node.callee.type === 'Identifier' && openers.has(node.callee.start)
  const markets = marketVariables(program, isMarketCall)
  const isMarket = (node: AnyNode): boolean =>
    isMarketCall(node) || (node.type === 'Identifier' && markets.has(node.name))
  const isCatalog = (node: AnyNode | null | undefined): boolean => {
    if (node?.type === 'Identifier') return catalogs.has(node.start)
    return node?.type === 'MemberExpression' && memberName(node)?.key === 'indicators' && isMarket(node.object)
  }
  const found = new Map<string, IndicatorName>()
  const add = (name: IndicatorName | undefined): void => {
    if (name && !found.has(name.key)) found.set(name.key, name)
  }
  walkTree(program, (node) => {
    if (node.type === 'MemberExpression' && isCatalog(node.object)) add(memberName(node))
    if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern' && isCatalog(node.init)) {
      for (const name of patternNames(node.id)) add(name)
    }
  })
  return [...found.values()]
}

/** Variables that hold another market. Scripts open markets at the top level only, so names are enough. */
function marketVariables(program: Program, isMarketCall: (node: AnyNode | null | undefined) => boolean): Set<string> {
  const names = new Set<string>()
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declarations) {
      if (id.type === 'Identifier' && isMarketCall(init)) names.add(id.name)
    }
  }
  return names
}

function memberName({ property, computed }: MemberExpression): IndicatorName | undefined {
  const { start, end } = property
  if (!computed && property.type === 'Identifier') return { key: property.name, start, end }
  if (computed && property.type === 'Literal' && typeof property.value === 'string') {
    return { key: property.value, start, end }
  }
  return undefined
}

function patternNames({ properties }: ObjectPattern): IndicatorName[] {
  return properties.flatMap((property) => {
    const key = property.type === 'Property' ? propertyName(property as never) : undefined
    return key === undefined || property.type !== 'Property'
      ? []
      : [{ key, start: property.key.start, end: property.key.end }]
  })
}

/** The scope library's types leave out the offsets that the parser gives every node. */
function startOf({ identifier }: Reference): number {
  return (identifier as unknown as Span).start
}
