import type {
  AnyNode,
  ArrowFunctionExpression,
  BlockStatement,
  CatchClause,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  TryStatement,
} from 'acorn'
import { parseJavascript, TREE_OFFSET } from './parse-javascript.ts'
import { LineTable } from './problem.ts'
import { readLiteral } from './read-literal.ts'
import { walk } from './walk.ts'

/** Text added to a line of a script. Line and column count from 1, in the script without any additions. */
export interface Insertion {
  readonly line: number
  readonly column: number
  readonly length: number
}

export interface GuardedScript {
  readonly javascript: string
  /** In text order. */
  readonly insertions: readonly Insertion[]
}

/** Parameter of a wrapped script: the object that inspects its errors. Scripts cannot use this name or the next one. */
export const GUARD_NAME = '$tradeloomGuard'
export const ERROR_NAME = '$tradeloomError'

/** Counted without a call: if the stack has no room for the call that follows, the guard notices it the next time. */
const COUNT = `${GUARD_NAME}.open++;`
const PASS = `catch(${ERROR_NAME}){${COUNT}throw ${GUARD_NAME}.pass(${ERROR_NAME})}`

/**
 * Adds code that shows every error to the guard before the script can catch it: in `catch`, in `finally`, and in each
 * function, because JavaScript itself drops some errors, such as those of an iterator's `return` after another error. Takes
 * a script that was analyzed without errors, and adds no lines. May throw RangeError.
 */
export function guardErrors(javascript: string): GuardedScript {
  const parsed = parseJavascript(javascript, { preserveParens: true })
  if ('error' in parsed) throw new SyntaxError(parsed.error.message)
  const edits = new Edits()
  walk(parsed.program, (node) => {
    edits.rank += 1
    if (node.type === 'TryStatement') guardTry(node, edits)
    else if (isFunction(node)) guardFunction(node, edits)
    else if (node.type === 'PropertyDefinition' && node.value) guardExpression(node.value, edits)
  })
  return edits.applyTo(javascript)
}

type AnyFunction = FunctionDeclaration | FunctionExpression | ArrowFunctionExpression

function isFunction(node: AnyNode): node is AnyFunction {
  const { type } = node
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

function guardFunction({ params, body }: AnyFunction, edits: Edits): void {
  // Parameters are not part of the body.
  for (const param of params) {
    walk(param, (node) => {
      if (node.type === 'AssignmentPattern') guardExpression(node.right, edits)
      if (node.type === 'Property' && node.computed) guardExpression(node.key, edits)
      return !isFunction(node)
    })
  }
  if (body.type === 'BlockStatement') guardBlock(body, edits)
  else {
    edits.open(body.start, '{try{return(')
    edits.close(body.end, `)}${PASS}}`)
  }
}

function guardBlock({ start, end, body }: BlockStatement, edits: Edits): void {
  if (body.length === 0) return
  edits.open(start + 1, 'try{')
  edits.close(end - 1, `}${PASS}`)
}

/** Where there is no room for a statement. What calls nothing stays as it is. */
function guardExpression(node: Expression, edits: Edits): void {
  if (readLiteral(node) !== undefined || node.type === 'Identifier' || isFunction(node)) return
  edits.open(node.start, '(()=>{try{return(')
  edits.close(node.end, `)}${PASS}})()`)
}

function guardTry({ start, block, handler, finalizer }: TryStatement, edits: Edits): void {
  if (handler) guardCatch(handler, edits)
  if (!finalizer) return
  // Errors of the `catch` pass, too, before `finally` can drop them.
  if (handler) edits.open(start, 'try{')
  edits.close((handler ?? block).end, handler ? `}${PASS}` : PASS)
  edits.open(finalizer.start + 1, `if(${GUARD_NAME}.open)${GUARD_NAME}.end();`)
}

function guardCatch({ start, end, param, body }: CatchClause, edits: Edits): void {
  if (param && param.type !== 'Identifier') {
    // A pattern may call functions, so the error passes before it is taken apart.
    edits.open(start, `catch(${ERROR_NAME}){${COUNT}${GUARD_NAME}.take(${ERROR_NAME});try{throw ${ERROR_NAME}}`)
    edits.close(end, '}')
    return
  }
  if (!param) edits.open(start + 'catch'.length, `(${ERROR_NAME})`)
  edits.open(body.start + 1, `${COUNT}${GUARD_NAME}.take(${param?.name ?? ERROR_NAME});`)
}

interface Edit {
  readonly offset: number
  readonly text: string
  readonly isClose: boolean
  readonly rank: number
}

/** Insertions at offsets of the tree, which nest like its nodes. */
class Edits {
  /** The number of the node that edits are for, counted in text order. */
  rank = 0
  readonly #edits: Edit[] = []

  /** Inserts text at the beginning of something: outer nodes come first. */
  open(offset: number, text: string): void {
    this.#edits.push({ offset, text, isClose: false, rank: this.rank })
  }

  /** Inserts text at the end of something: inner nodes come first. */
  close(offset: number, text: string): void {
    this.#edits.push({ offset, text, isClose: true, rank: this.rank })
  }

  applyTo(javascript: string): GuardedScript {
    const edits = this.#edits.sort(inTextOrder)
    const lines = new LineTable(javascript)
    const parts: string[] = []
    const insertions: Insertion[] = []
    let from = 0
    for (const { offset, text } of edits) {
      const at = offset - TREE_OFFSET
      parts.push(javascript.slice(from, at), text)
      insertions.push({ ...lines.place(at), length: text.length })
      from = at
    }
    parts.push(javascript.slice(from))
    return { javascript: parts.join(''), insertions }
  }
}

function inTextOrder(a: Edit, b: Edit): number {
  if (a.offset !== b.offset) return a.offset - b.offset
  if (a.isClose !== b.isClose) return a.isClose ? -1 : 1
  return a.isClose ? b.rank - a.rank : a.rank - b.rank
}
