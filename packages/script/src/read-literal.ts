import type { Expression, Property, SpreadElement } from 'acorn'

/** A value that can be read from the text. */
export type Literal = number | string | boolean | null | readonly Literal[]

/** The value of a literal, a signed number, an array of these or a plain template; undefined for anything else. */
export function readLiteral(node: Expression | SpreadElement | null): Literal | undefined {
  if (node === null) return undefined
  if (node.type === 'Literal') {
    const { value } = node
    return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' || value === null
      ? node.regex || node.bigint
        ? undefined
        : value
      : undefined
  }
  if (node.type === 'UnaryExpression' && (node.operator === '-' || node.operator === '+')) {
    const value = readLiteral(node.argument)
    if (typeof value !== 'number') return undefined
    return node.operator === '-' ? -value : value
  }
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? undefined
  }
  if (node.type === 'ArrayExpression') {
    const items = node.elements.map((element) => readLiteral(element))
    return items.every((item) => item !== undefined) ? items : undefined
  }
  return undefined
}

/** The name of a property written plainRun or as a string; undefined for a computed one. */
export function propertyName(property: Property): string | undefined {
  if (property.computed) return undefined
  if (property.key.type === 'Identifier') return property.key.name
  return property.key.type === 'Literal' ? String(property.key.value) : undefined
}
