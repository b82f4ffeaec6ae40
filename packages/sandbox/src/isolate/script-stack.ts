import type { Insertion } from '@tradeloom/script'

/** What V8 passes to `Error.prepareStackTrace`, newer than the type definitions of the language. */
interface CallSite {
  getScriptNameOrSourceURL(): unknown
  getFunctionName(): string | null
  getLineNumber(): number | null
  getColumnNumber(): number | null
}

/** Of a stack, as V8 does by default. */
const MAX_FRAMES = 10
/** Frames of the engine do not count, so V8 must collect more: between two frames of a script there are up to eight. */
const COLLECTED = 100
const FILE = /^(?:algorithm|indicator-[\w$]+)\.js$/

const KINDS = new Map<unknown, string>(
  [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError].map((kind) => [
    kind.prototype,
    kind.name,
  ]),
)

/** By the name of the file, as JSON: most runs need none of them. */
let insertionsText = '{}'
let insertions: Readonly<Record<string, readonly Insertion[]>> | null = null

/** Sets what was added to the scripts of this context, so that stacks show the places in their own text. */
export function locateIn(text: string): void {
  insertionsText = text
  insertions = null
}

/**
 * Makes stacks consist of the frames of scripts only: the engine's differ between a run, a sweep and an analysis. Call it
 * before the script can reach anything.
 */
export function showScriptFramesOnly(): void {
  Object.assign(Error, { stackTraceLimit: COLLECTED, prepareStackTrace: formatStack })
}

/** Runs no code of the script, which would see the stack as V8 writes it. */
function formatStack(error: object, sites: readonly CallSite[]): string {
  const lines = [headOf(error)]
  for (const site of sites) {
    const file = site.getScriptNameOrSourceURL()
    if (typeof file !== 'string' || !FILE.test(file)) continue
    const place = `${file}:${placeIn(file, site.getLineNumber() ?? 1, site.getColumnNumber() ?? 1)}`
    const name = site.getFunctionName()
    lines.push(name ? `    at ${name} (${place})` : `    at ${place}`)
    if (lines.length > MAX_FRAMES) break
  }
  return lines.join('\n')
}

function headOf(error: object): string {
  const name = ownText(error, 'name') ?? KINDS.get(Object.getPrototypeOf(error)) ?? 'Error'
  const message = ownText(error, 'message')
  return message ? `${name}: ${message}` : name
}

function ownText(object: object, name: string): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(object, name)?.value
  return typeof value === 'string' ? value : undefined
}

/** Line and column in the script as its author wrote it. */
function placeIn(file: string, line: number, column: number): string {
  insertions ??= JSON.parse(insertionsText) as NonNullable<typeof insertions>
  let added = 0
  for (const insertion of insertions[file] ?? []) {
    if (insertion.line !== line) continue
    const start = insertion.column + added
    if (column < start) break
    if (column < start + insertion.length) return `${line}:${insertion.column}`
    added += insertion.length
  }
  return `${line}:${column - added}`
}
