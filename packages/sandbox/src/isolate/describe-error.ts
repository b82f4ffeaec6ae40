import { cleanText, UserError } from '@tradeloom/domain'

/** The name under which the script is compiled; stack frames with this name belong to the author. */
export const SCRIPT_FILE = 'algorithm.js'

/** The name under which a custom indicator is compiled. */
export function indicatorFile(key: string): string {
  return `indicator-${key}.js`
}

const FRAME = /(?:algorithm|indicator-([\w$]+))\.js:(\d+):(\d+)/g

export interface ScriptError {
  /** The inputs of the run are wrong, not the script. */
  readonly isInput?: true
  /** The kind of error as the language or the engine calls it. */
  readonly name: string
  readonly message: string
  readonly line?: number
  readonly column?: number
}

const MAX_MESSAGE = 2000

/**
 * Converts anything a script throws to plain text. It runs inside the timed region: a message or stack may be a getter
 * that never returns.
 */
export function describeError(thrown: unknown): ScriptError {
  const name = read(() => String((thrown as { name?: unknown }).name)) ?? 'Error'
  const message = clean(read(() => messageOf(thrown)) ?? 'Script threw a value that cannot be shown')
  const stack = read(() => String((thrown as { stack?: unknown }).stack)) ?? ''
  const kind = isInput(thrown) ? ({ isInput: true } as const) : {}
  const { indicator, place } = placeOf(stack)
  return { name: clean(name), message: clean(`${indicator}${message}`), ...kind, ...place }
}

/** The place in the algorithm, and the indicator with its line if the error comes from there. */
function placeOf(stack: string): { indicator: string; place: { line?: number; column?: number } } {
  const frames = [...stack.matchAll(FRAME)]
  const [, key, line] = frames[0] ?? []
  const [, , ...own] = frames.find((frame) => frame[1] === undefined) ?? []
  const place = own.length === 2 ? { line: Number(own[0]), column: Number(own[1]) } : {}
  return { indicator: key === undefined ? '' : `${key}, line ${line}: `, place }
}

/** Checks the class, which scripts cannot access; a script can choose the name and code of what it throws. */
function isInput(thrown: unknown): boolean {
  try {
    return thrown instanceof UserError && thrown.code === 'run-input'
  } catch {
    return false
  }
}

function messageOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return `Script threw ${String(thrown)}`
  const { name, message } = thrown as { name?: unknown; message?: unknown }
  if (message === undefined) return 'Script threw an object without a message'
  const text = String(message)
  const isOurs = name === 'ScriptApiError' || isInput(thrown)
  return name === undefined || name === 'Error' || isOurs ? text : `${String(name)}: ${text}`
}

function read(get: () => string): string | undefined {
  try {
    return get()
  } catch {
    return undefined
  }
}

function clean(text: string): string {
  return cleanText(text, MAX_MESSAGE)
}
