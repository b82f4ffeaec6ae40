import type { Place } from './report.ts'

/** The file name under which hosts compile scripts. */
const SCRIPT_FILE = /algorithm\.js:(\d+):(\d+)/

/** Where the script called the caller of this function. Slower than most calls, so only runs that need places use it. */
export function callPlace(): Place | null {
  return placeInStack(new Error('place'))
}

/** The innermost place of the script in the stack of an error; null for any other thrown value. */
export function placeInStack(error: unknown): Place | null {
  let stack = ''
  try {
    stack = String((error as { stack?: unknown }).stack)
  } catch {
    // A script may throw a value whose properties throw.
  }
  const found = SCRIPT_FILE.exec(stack)
  return found ? { line: Number(found[1]), column: Number(found[2]) } : null
}
