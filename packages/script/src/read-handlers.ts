import type { ArrowFunctionExpression, Function as AnyFunction, FunctionExpression, Pattern, Program } from 'acorn'
import { HANDLER_PARAMETERS, handlerNames, type HandlerName, type ScriptKind } from './api-names.ts'
import type { Span } from './problem.ts'
import { type Literal, readLiteral } from './read-literal.ts'
import type { Report } from './report.ts'

/** A parameter of an indicator and its default. */
export interface Parameter {
  readonly name: string
  readonly defaultValue: Literal | undefined
}

interface Handler {
  readonly name: HandlerName
  /** Null when the handler is an expression that only a run can evaluate. */
  readonly code: AnyFunction | null
  readonly span: Span
}

/**
 * Finds the handlers among the top-level declarations and checks their form. `registersHandlers` says that the script
 * passes handlers to `every` or to a market, so it need not declare any.
 */
export function readHandlers(
  program: Program,
  kind: ScriptKind,
  report: Report,
  registersHandlers: boolean,
): { handlers: HandlerName[]; parameters: Parameter[] } {
  const found = topLevel(program, handlerNames(kind), report)
  const handlers = new Map<HandlerName, Handler>()
  for (const handler of found) {
    if (handlers.has(handler.name)) report.error(`${handler.name} is declared twice`, handler.span)
    else handlers.set(handler.name, handler)
    if (handler.code?.generator === true) report.error(`${handler.name} cannot be a generator`, handler.span)
    if (kind === 'algorithm') checkArguments(handler, report)
  }
  if (!handlers.has('onTick') && !handlers.has('onIntervalClose') && !registersHandlers) {
    const other = kind === 'algorithm' ? ', or call every' : ''
    report.error(`Script must declare onTick or onIntervalClose${other}`, {
      start: program.start,
      end: program.start + 1,
    })
  }
  return {
    handlers: [...handlers.keys()],
    parameters: kind === 'indicator' ? readParameters(handlers, report) : [],
  }
}

function topLevel(program: Program, names: readonly HandlerName[], report: Report): Handler[] {
  const isName = (name: string): name is HandlerName => names.some((known) => known === name)
  return program.body.flatMap((statement): Handler[] => {
    if (statement.type === 'FunctionDeclaration') {
      const { name } = statement.id
      return isName(name) ? [{ name, code: statement, span: statement.id }] : []
    }
    if (statement.type === 'ClassDeclaration' && isName(statement.id.name)) {
      report.error(`${statement.id.name} must be a function`, statement.id)
    }
    if (statement.type !== 'VariableDeclaration') return []
    return statement.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || !isName(id.name)) return []
      const value = init ?? null
      const code = isFunction(value) ? value : null
      if (
        value === null ||
        ['Literal', 'ObjectExpression', 'ArrayExpression', 'TemplateLiteral'].includes(value.type)
      ) {
        report.error(`${id.name} must be a function`, id)
      }
      return [{ name: id.name, code, span: id }]
    })
  })
}

function isFunction(node: { type: string } | null): node is ArrowFunctionExpression | FunctionExpression {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
}

/** The engine passes each handler fixed arguments: an extra one would always be undefined. */
function checkArguments({ name, code, span }: Handler, report: Report): void {
  const given = HANDLER_PARAMETERS[name]
  if (code === null || code.params.length <= given.length) return
  const takes = given.length === 0 ? 'no arguments' : `one argument: ${given.join(', ')}`
  report.error(`${name} takes ${takes}`, code.params[given.length] ?? span)
}

function readParameters(handlers: ReadonlyMap<HandlerName, Handler>, report: Report): Parameter[] {
  const [first, second] = [handlers.get('onTick'), handlers.get('onIntervalClose')].map((handler) => {
    if (handler && handler.code === null) report.error(`${handler.name} must be written as a function`, handler.span)
    return handler?.code ? handler.code.params.map((parameter) => readParameter(parameter, report)) : undefined
  })
  if (first && second && !isSame(first, second)) {
    const { span } = handlers.get('onIntervalClose') as Handler
    report.error('onTick and onIntervalClose must have the same arguments and defaults', span)
  }
  return (first ?? second ?? []).filter((parameter) => parameter !== null)
}

function readParameter(node: Pattern, report: Report): Parameter | null {
  const target = node.type === 'AssignmentPattern' ? node.left : node
  if (target.type !== 'Identifier') {
    report.error('Parameters of an indicator must be plain names', node)
    return null
  }
  if (node.type !== 'AssignmentPattern') return { name: target.name, defaultValue: undefined }
  const defaultValue = readLiteral(node.right)
  if (defaultValue === undefined) report.error(`The default of ${target.name} must be a literal value`, node.right)
  return { name: target.name, defaultValue }
}

function isSame(first: readonly (Parameter | null)[], second: readonly (Parameter | null)[]): boolean {
  return JSON.stringify(first) === JSON.stringify(second)
}
