import type { Expression, ObjectExpression, Program, SpreadElement } from 'acorn'
import { apiNames, handlerNames, type ScriptKind } from './api-names.ts'
import { propertyName, readLiteral } from './read-literal.ts'
import type { Report } from './report.ts'
import type { Span } from './problem.ts'
import { LANGUAGE_NAMES, RESERVED_NAMES, TIMER_NAMES } from './reserved-names.ts'

/** A declared input of a script; a number with this name is in scope. */
export interface External {
  readonly name: string
  readonly defaultValue?: number
}

export interface PlacedExternal extends External {
  readonly span: Span
}

/** Reads `const externals = [...]` from the text, without running it. Entries with an error are omitted. */
export function readExternals(program: Program, kind: ScriptKind, report: Report): PlacedExternal[] {
  const found: PlacedExternal[] = []
  for (const declaration of declarations(program)) {
    if (kind === 'indicator') {
      report.error('externals cannot be used in indicators: declare parameters of onTick instead', declaration.span)
      continue
    }
    if (declaration.value?.type !== 'ArrayExpression') {
      report.error('externals must be an array', declaration.value ?? declaration.span)
      continue
    }
    for (const element of declaration.value.elements) {
      const external = element === null ? null : readEntry(element, report)
      if (element === null) report.error('Each external must be a string or an object', declaration.value)
      if (external && isFree(external, found, report)) found.push(external)
    }
  }
  return found
}

function declarations(program: Program): { value: Expression | null; span: Span }[] {
  return program.body.flatMap((statement) => {
    if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
      return statement.id.name === 'externals' ? [{ value: null, span: statement.id }] : []
    }
    if (statement.type !== 'VariableDeclaration') return []
    return statement.declarations
      .filter(({ id }) => id.type === 'Identifier' && id.name === 'externals')
      .map(({ id, init }) => ({ value: init ?? null, span: id }))
  })
}

function readEntry(element: Expression | SpreadElement, report: Report): PlacedExternal | null {
  if (element.type === 'ObjectExpression') return readObject(element, report)
  const name = readLiteral(element)
  if (typeof name !== 'string') {
    report.error('Each external must be a string or an object with a name', element)
    return null
  }
  return name === '' ? nameless(element, report) : { name, span: element }
}

function readObject(node: ObjectExpression, report: Report): PlacedExternal | null {
  let name: PlacedExternal | null = null
  let defaultValue: number | undefined
  for (const property of node.properties) {
    const key = property.type === 'Property' ? propertyName(property) : undefined
    if (property.type !== 'Property' || (key !== 'name' && key !== 'defaultValue')) {
      report.error(`Unrecognized property${key === undefined ? '' : ` '${key}'`} of an external`, property)
      continue
    }
    const value = readLiteral(property.value)
    if (key === 'name' && typeof value === 'string' && value !== '') name = { name: value, span: property.value }
    else if (key === 'name') return nameless(property.value, report)
    else if (typeof value === 'number' && Number.isFinite(value)) defaultValue = value
    else report.error('The defaultValue of an external must be a number', property.value)
  }
  if (name === null) return nameless(node, report)
  return defaultValue === undefined ? name : { ...name, defaultValue }
}

function nameless(span: Span, report: Report): null {
  report.error('The name of an external must be a string that is not empty', span)
  return null
}

function isFree(external: PlacedExternal, before: readonly PlacedExternal[], report: Report): boolean {
  const { name, span } = external
  const refuse = (message: string): boolean => {
    report.error(message, span)
    return false
  }
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) || isKeyword(name)) {
    return refuse(`'${name}' cannot name an external: it must be a valid JavaScript identifier`)
  }
  // As a key of an object, __proto__ is its prototype: no value could be kept under this name.
  const reserved = name === '__proto__' || RESERVED_NAMES.has(name) || TIMER_NAMES.has(name) || LANGUAGE_NAMES.has(name)
  const ours = [...apiNames('algorithm'), ...handlerNames('algorithm'), 'externals'].includes(name)
  if (reserved || ours) return refuse(`${name} is a reserved word and cannot be used`)
  if (before.some((other) => other.name === name)) return refuse(`External ${name} is declared twice`)
  return true
}

const KEYWORDS =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
  'false finally for function if implements import in instanceof interface let new null package private protected ' +
  'public return static super switch this throw true try typeof var void while with yield'

function isKeyword(name: string): boolean {
  return KEYWORDS.split(' ').includes(name)
}
