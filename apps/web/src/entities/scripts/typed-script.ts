import { analyzeScript, type ScriptKind } from '@tradeloom/script'

/** Type of each handler's first parameter. Scripts rarely annotate it, and the checker cannot infer it. */
const HANDLER_TYPES: Readonly<Record<string, string>> = {
  onTick: 'Tick',
  onIntervalClose: 'Bar',
  onOrder: 'Order',
  onPositionOpened: 'Position',
  onPositionClosed: 'Position',
}

const NAMES = Object.keys(HANDLER_TYPES).join('|')
const PARAMETER = String.raw`[A-Za-z_$][\w$]*|\{[^{}()]*\}`
const FUNCTION = String.raw`\bfunction\s+(?<declared>${NAMES})\s*\(\s*(?<parameter>${PARAMETER})(?=\s*[,)])`
const VARIABLE = String.raw`\b(?:const|let|var)\s+(?<variable>${NAMES})(?=\s*=)`
const HANDLER = new RegExp(`${FUNCTION}|${VARIABLE}`, 'dg')

interface Insertion {
  readonly offset: number
  readonly text: string
}

/** A script as the type checker reads it: the source with type annotations added to the handlers' parameters. */
export interface TypedScript {
  readonly text: string
  /** Checked by the looser rules of JavaScript: objects may gain members, arguments may be omitted. */
  readonly isJavascript: boolean
  /** Maps offsets in the source to offsets in the annotated text, and back. */
  toTyped(offset: number): number
  toSource(offset: number): number
}

/** `wasJavascript` is used while the text cannot be parsed, as in the middle of typing. */
export function typeScript(source: string, wasJavascript = true, kind: ScriptKind = 'algorithm'): TypedScript {
  const { javascript, errors } = analyzeScript(source, kind)
  const isJavascript = javascript === source && (errors.length === 0 || wasJavascript)
  // The arguments of an indicator's handlers are its parameters.
  const handlers = kind === 'algorithm' ? source.matchAll(HANDLER) : []
  const insertions = [...handlers].map((match) => insertion(match, isJavascript))
  let text = source
  for (const { offset, text: added } of insertions.toReversed()) {
    text = text.slice(0, offset) + added + text.slice(offset)
  }
  return {
    text,
    isJavascript,
    toTyped(offset) {
      // A comment precedes the name it types, an annotation follows it: an offset at the end of a name stays there.
      const before = insertions.filter((one) => (isJavascript ? one.offset <= offset : one.offset < offset))
      return before.reduce((sum, { text: added }) => sum + added.length, offset)
    },
    toSource(offset) {
      let removed = 0
      for (const { offset: start, text: added } of insertions) {
        if (offset <= start + removed) break
        removed += Math.min(added.length, offset - start - removed)
      }
      return offset - removed
    },
  }
}

/** JavaScript takes types from a comment before the name, TypeScript from an annotation after it. */
function insertion({ groups, indices }: RegExpExecArray, isJavascript: boolean): Insertion {
  const { declared, variable = '' } = groups ?? {}
  const isFunction = declared !== undefined
  const name = declared ?? variable
  const type = isFunction ? HANDLER_TYPES[name] : `(value: ${HANDLER_TYPES[name]}) => void`
  const [nameStart = 0, nameEnd = 0] = indices?.groups?.[isFunction ? 'parameter' : 'variable'] ?? []
  if (!isJavascript) return { offset: nameEnd, text: `: ${type}` }
  // The type of a variable goes before its declaration.
  const offset = isFunction ? nameStart : (indices?.[0]?.[0] ?? nameStart)
  return { offset, text: `/** @type {${type}} */ ` }
}
