import { cleanText, isExhaustion, STACK_OVERFLOW, UserError } from '@tradeloom/domain'

/** The name under which the script is compiled; stack frames with this name belong to the author. */
export const SCRIPT_FILE = 'algorithm.js'

/** The name under which a custom indicator is compiled. */
export function indicatorFile(key: string): string {
  return `indicator-${key}.js`
}

const FRAME = /(?:algorithm|indicator-([\w$]+))\.js:(\d+):(\d+)/g
type Frame = RegExpExecArray

const TOO_DEEP = `${STACK_OVERFLOW}: the script calls functions inside each other too deeply, or without end`

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
  const frames = [...stack.matchAll(FRAME)]
  const { indicator, place } = placeOf(isExhaustion(thrown) ? fromRecursion(frames) : frames)
  return { name: clean(name), message: clean(`${indicator}${message}`), ...kind, ...place }
}

/** The place in the algorithm, and the indicator with its line if the error comes from there. */
function placeOf(frames: readonly Frame[]): { indicator: string; place: { line?: number; column?: number } } {
  const [, key, line] = frames[0] ?? []
  const [, , ...own] = frames.find((frame) => frame[1] === undefined) ?? []
  const place = own.length === 2 ? { line: Number(own[0]), column: Number(own[1]) } : {}
  return { indicator: key === undefined ? '' : `${key}, line ${line}: `, place }
}

/**
 * The frames from a certain call of a recursion on, its first one in the text. Where in a recursion the stack is full depends
 * on how V8 has optimized it, and the message must not. If the calls of a script do not repeat, a built-in function is what
 * recurs: it is full itself, or in what it calls, such as toJSON. The place is the call that led there.
 */
function fromRecursion(frames: readonly Frame[]): readonly Frame[] {
  // What the recursion has just called is different each time.
  for (let from = 1; from < frames.length; from++) {
    const calls = frames.slice(from)
    const length = periodOf(calls)
    if (length === null) continue
    const [first] = calls.slice(0, length).sort((a, b) => Number(a[2]) - Number(b[2]) || Number(a[3]) - Number(b[3]))
    return calls.slice(calls.indexOf(first as Frame))
  }
  return frames.slice(-1)
}

/** The number of calls that repeat; null if they do not. */
function periodOf(calls: readonly Frame[]): number | null {
  for (let length = 1; length * 2 <= calls.length; length++) {
    if (calls.every((call, i) => call[0] === (calls[i + length] ?? call)[0])) return length
  }
  return null
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
  if (text === STACK_OVERFLOW) return TOO_DEEP
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
