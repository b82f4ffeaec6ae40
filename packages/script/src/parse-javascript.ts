import { parse, type Program } from 'acorn'
import type { Finding } from './problem.ts'

/** Makes the parser treat the script as the sandbox does: strict code, not a module. */
const STRICT = `'use strict';`

/** Offsets in the tree exceed those in the text by this. */
export const TREE_OFFSET = STRICT.length

export type Parsed = { readonly program: Program } | { readonly error: Finding }

/** Parses a script whose types are erased. Errors carry offsets in the text. May throw RangeError. */
export function parseJavascript(javascript: string): Parsed {
  try {
    return { program: parse(STRICT + javascript, { ecmaVersion: 2025, sourceType: 'script', ranges: true }) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const position = 'pos' in error && typeof error.pos === 'number' ? error.pos : TREE_OFFSET
    const start = position - TREE_OFFSET
    return { error: { message: error.message.replace(/\s*\(\d+:\d+\)$/, ''), start, end: start + 1 } }
  }
}
