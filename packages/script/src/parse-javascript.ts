import { parse, type Program } from 'acorn'
import type { Finding } from './problem.ts'

/** Makes the parser take the script as the sandbox will: as strict code that is no module. */
const STRICT = `'use strict';`

/** Offsets in the tree are larger by this than in the text. */
export const TREE_OFFSET = STRICT.length

export type Parsed = { readonly program: Program } | { readonly error: Finding }

/** Parses a script whose types are erased. Errors have the offsets of the text. May throw RangeError. */
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
