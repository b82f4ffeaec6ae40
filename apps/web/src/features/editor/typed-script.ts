import { analyseScript } from '@tradeloom/script'

/** What the first parameter of each handler is. Scripts rarely write types, and a checker cannot guess them. */
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
  readonly at: number
  readonly text: string
}

/** A script as the type checker reads it: the author's text with the types of the handlers' parameters put in. */
export interface TypedScript {
  readonly text: string
  /** Checked by the looser rules of JavaScript, where an object may gain members and arguments may be left out. */
  readonly isJavascript: boolean
  /** Offsets of the author's text in the typed one, and back. */
  toTyped(offset: number): number
  toSource(offset: number): number
}

/** `wasJavascript` counts while the text cannot be parsed, as in the middle of a word. */
export function typeScript(source: string, wasJavascript = true): TypedScript {
  const { javascript, errors } = analyseScript(source)
  const isJavascript = javascript === source && (errors.length === 0 || wasJavascript)
  const insertions = [...source.matchAll(HANDLER)].map((match) => insertion(match, isJavascript))
  let text = source
  for (const { at, text: added } of insertions.toReversed()) text = text.slice(0, at) + added + text.slice(at)
  return {
    text,
    isJavascript,
    toTyped(offset) {
      // A comment stands before the name it types, an annotation behind it: the end of the name stays the name's.
      const before = insertions.filter(({ at }) => (isJavascript ? at <= offset : at < offset))
      return before.reduce((sum, { text: added }) => sum + added.length, offset)
    },
    toSource(offset) {
      let removed = 0
      for (const { at, text: added } of insertions) {
        if (offset <= at + removed) break
        removed += Math.min(added.length, offset - at - removed)
      }
      return offset - removed
    },
  }
}

/** JavaScript takes types from comments in front, TypeScript behind the name. */
function insertion({ groups, indices }: RegExpExecArray, isJavascript: boolean): Insertion {
  const { declared, variable = '' } = groups ?? {}
  const isFunction = declared !== undefined
  const name = declared ?? variable
  const type = isFunction ? HANDLER_TYPES[name] : `(value: ${HANDLER_TYPES[name]}) => void`
  const [nameStart = 0, nameEnd = 0] = indices?.groups?.[isFunction ? 'parameter' : 'variable'] ?? []
  if (!isJavascript) return { at: nameEnd, text: `: ${type}` }
  // The type of a variable is told before its declaration.
  const at = isFunction ? nameStart : (indices?.[0]?.[0] ?? nameStart)
  return { at, text: `/** @type {${type}} */ ` }
}
