import type { Place } from './report.ts'

/** Name under which hosts compile scripts. */
const SCRIPT_FILE = /algorithm\.js:(\d+):(\d+)/

/** Where the script called what calls this. It takes longer than most calls: only a run that is asked for it looks. */
export function callPlace(): Place | null {
  return placeInStack(new Error('place'))
}

/** The innermost place of the script in the stack of an error; null for anything else that can be thrown. */
export function placeInStack(error: unknown): Place | null {
  let stack = ''
  try {
    stack = String((error as { stack?: unknown }).stack)
  } catch {
    // A script may throw what cannot even be looked at.
  }
  const found = SCRIPT_FILE.exec(stack)
  return found ? { line: Number(found[1]), column: Number(found[2]) } : null
}
