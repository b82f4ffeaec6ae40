import type { Expression, Program, SpreadElement } from 'acorn'
import { eraseTypes } from './erase-types.ts'
import { parseJavascript, TREE_OFFSET } from './parse-javascript.ts'
import { propertyName, readLiteral } from './read-literal.ts'

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The script with new default values of its externals, and nothing else changed. Externals without a new value keep
 * theirs. Throws if the script cannot be parsed or does not declare one of them.
 */
export function withDefaults(source: string, values: Readonly<Record<string, number>>): string {
  const parsed = parseJavascript(eraseTypes(source).javascript)
  if ('error' in parsed) throw new Error(`The script cannot be parsed: ${parsed.error.message}`)
  const edits = new Map<string, Edit>()
  for (const element of entries(parsed.program)) {
    const [name, edit] = editOf(element, values) ?? []
    if (name !== undefined && edit !== undefined) edits.set(name, edit)
  }
  const missing = Object.keys(values).find((name) => !edits.has(name))
  if (missing !== undefined) throw new Error(`The script has no external ${missing}`)
  return [...edits.values()]
    .toSorted((left, right) => right.start - left.start)
    .reduce((text, { start, end, text: inserted }) => text.slice(0, start) + inserted + text.slice(end), source)
}

function entries(program: Program): (Expression | SpreadElement)[] {
  return program.body
    .flatMap((statement) => (statement.type === 'VariableDeclaration' ? statement.declarations : []))
    .filter(({ id }) => id.type === 'Identifier' && id.name === 'externals')
    .flatMap(({ init }) => (init?.type === 'ArrayExpression' ? init.elements : []))
    .filter((element) => element !== null)
}

function editOf(
  element: Expression | SpreadElement,
  values: Readonly<Record<string, number>>,
): readonly [string, Edit] | null {
  const [start, end] = [element.start - TREE_OFFSET, element.end - TREE_OFFSET]
  if (element.type !== 'ObjectExpression') {
    const name = readLiteral(element)
    const value = typeof name === 'string' ? values[name] : undefined
    if (typeof name !== 'string' || value === undefined) return null
    return [name, { start, end, text: `{ name: '${name}', defaultValue: ${value} }` }]
  }
  const properties = element.properties.filter((property) => property.type === 'Property')
  const named = properties.find((property) => propertyName(property) === 'name')
  const name = named === undefined ? undefined : readLiteral(named.value as Expression)
  const value = typeof name === 'string' ? values[name] : undefined
  if (named === undefined || typeof name !== 'string' || value === undefined) return null
  const known = properties.find((property) => propertyName(property) === 'defaultValue')
  if (known === undefined) {
    const at = named.end - TREE_OFFSET
    return [name, { start: at, end: at, text: `, defaultValue: ${value}` }]
  }
  const place = { start: known.value.start - TREE_OFFSET, end: known.value.end - TREE_OFFSET }
  return [name, { ...place, text: String(value) }]
}
