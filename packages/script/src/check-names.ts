import type { Program } from 'acorn'
import { analyze, type Reference, type Scope, type Variable } from 'eslint-scope'
import { apiNames, handlerNames, INDICATOR_SETTINGS, type ScriptKind } from './api-names.ts'
import { checkState } from './check-state.ts'
import type { Span } from './problem.ts'
import type { PlacedExternal } from './read-externals.ts'
import type { Report } from './report.ts'
import { LANGUAGE_NAMES, RESERVED_NAMES, TIMER_NAMES } from './reserved-names.ts'
import { walk } from './walk.ts'

const HINTS: Readonly<Record<string, string>> = {
  console: 'console cannot be used: write log(...)',
  Promise: 'Promise cannot be used: a script waits for nothing',
  fetch: 'fetch cannot be used: scripts have no network',
  onBar: 'onBar is not declared: the handler of finished bars is onIntervalClose',
}

/**
 * Checks every name in the script: reserved, undeclared, shadowing the API, or unused. Returns the references to names
 * that the script does not declare.
 */
export function checkNames(
  program: Program,
  kind: ScriptKind,
  externals: readonly PlacedExternal[],
  report: Report,
): readonly Reference[] {
  const manager = analyze(program as unknown as Parameters<typeof analyze>[0], {
    ecmaVersion: 2025,
    sourceType: 'script',
    ignoreEval: true,
  })
  const top = manager.scopes[0]
  if (top === undefined) return []
  const inScope = new Set([...apiNames(kind), ...externals.map(({ name }) => name)])
  checkTopLevel(top, kind, inScope, report)
  const used = new Set<string>()
  const typeofOperands = findTypeofOperands(program)
  const outer = unresolved(top)
  for (const reference of outer) {
    const { name } = reference.identifier
    used.add(name)
    if (!typeofOperands.has(spanOf(reference.identifier).start)) checkReference(reference, inScope, kind, report)
  }
  for (const external of externals) {
    if (!used.has(external.name)) report.warn(`External ${external.name} is never used`, external.span)
  }
  for (const scope of manager.scopes) checkVariables(scope, scope === top, kind, report)
  if (kind === 'indicator') checkState(program, top, report)
  return outer
}

/** References without a declaration in the script. */
function unresolved(top: Scope): Reference[] {
  const declared = new Set(top.variables.map(({ name }) => name))
  return top.through.filter((reference) => !declared.has(reference.identifier.name))
}

function checkTopLevel(top: Scope, kind: ScriptKind, inScope: ReadonlySet<string>, report: Report): void {
  for (const variable of top.variables) {
    const definition = variable.defs[0]
    if (definition === undefined) continue
    if (inScope.has(variable.name)) {
      const place = spanOf(variable.identifiers[0])
      if (apiNames(kind).includes(variable.name)) {
        report.warn(`${variable.name} hides ${variable.name} of the script API`, place)
      } else report.error(`${variable.name} is an external and cannot be declared again`, place)
    }
  }
}

function checkReference(reference: Reference, inScope: ReadonlySet<string>, kind: ScriptKind, report: Report): void {
  const { name } = reference.identifier
  const place = spanOf(reference.identifier)
  if (TIMER_NAMES.has(name)) report.error('Timeouts cannot be used', place)
  else if (RESERVED_NAMES.has(name)) report.error(`${name} is a reserved word and cannot be used`, place)
  else if (inScope.has(name)) {
    if (reference.isWrite()) report.error(`${name} cannot be assigned`, place)
  } else if (LANGUAGE_NAMES.has(name)) {
    if (reference.isWrite()) report.error(`${name} cannot be assigned`, place)
  } else report.error(HINTS[name] ?? missing(name, kind), place)
}

function missing(name: string, kind: ScriptKind): string {
  const other: ScriptKind = kind === 'algorithm' ? 'indicator' : 'algorithm'
  if (apiNames(other).includes(name)) return `${name} can only be used in ${other}s`
  return `${name} is not declared`
}

function checkVariables(scope: Scope, isTop: boolean, kind: ScriptKind, report: Report): void {
  for (const variable of scope.variables) {
    const identifier = variable.identifiers[0]
    if (identifier === undefined) continue
    const place = spanOf(identifier)
    if (TIMER_NAMES.has(variable.name)) report.error('Timeouts cannot be used', place)
    else if (RESERVED_NAMES.has(variable.name)) {
      report.error(`${variable.name} is a reserved word and cannot be used`, place)
    } else if (isUnused(variable) && !(isTop && isCalledByEngine(variable.name, kind))) {
      report.warn(`${variable.name} is never used`, place)
    }
  }
}

function isCalledByEngine(name: string, kind: ScriptKind): boolean {
  if (name === 'externals' || handlerNames(kind).some((handler) => handler === name)) return true
  return kind === 'indicator' && INDICATOR_SETTINGS.some((setting) => setting === name)
}

/** Parameters are not checked: a handler may ignore its argument. */
function isUnused(variable: Variable): boolean {
  const type = variable.defs[0]?.type
  if (type !== 'Variable' && type !== 'FunctionName' && type !== 'ClassName') return false
  // Classes and named function expressions also declare their name inside themselves.
  if (variable.scope.type === 'class' || variable.scope.type === 'function-expression-name') return false
  return !variable.references.some((reference) => reference.isRead())
}

/** `typeof name` tests whether a name exists, which is not a mistake; `typeof name.member` and `typeof name()` read it. */
function findTypeofOperands(program: Program): Set<number> {
  const found = new Set<number>()
  walk(program, (node) => {
    if (node.type !== 'UnaryExpression' || node.operator !== 'typeof') return
    if (node.argument.type === 'Identifier') found.add(node.argument.start)
  })
  return found
}

/** The parser gives every node its offsets, but the scope library's types omit them. */
function spanOf(node: unknown): Span {
  const { start = 0, end = 0 } = (node ?? {}) as Partial<Span>
  return { start, end }
}
