import { Parser, type Program } from 'acorn'
import type { Finding } from './problem.ts'

/** Makes the parser treat the script as the sandbox does: strict code, not a module. */
const STRICT = `'use strict';`

/** Offsets in the tree exceed those in the text by this. */
export const TREE_OFFSET = STRICT.length

/** A list of names that finds one without a search. */
class Names extends Array<string> {
  readonly #known = new Set<string>()

  override push(name: string): number {
    this.#known.add(name)
    return super.push(name)
  }

  override indexOf(name: string): number {
    return this.#known.has(name) ? 0 : -1
  }
}

/** What the parser calls where a scope begins; its types omit it. */
interface Scoped {
  readonly scopeStack: { var: string[]; lexical: string[]; functions: string[] }[]
  enterScope(flags: number): void
}

/**
 * The parser searches the names of a scope for each new one, which takes seconds for a script that declares thousands.
 */
const QuickParser = Parser.extend((Base) => {
  return class extends (Base as unknown as new (...args: unknown[]) => Scoped) {
    override enterScope(flags: number): void {
      super.enterScope(flags)
      const scope = this.scopeStack.at(-1)
      if (scope !== undefined) Object.assign(scope, { var: new Names(), lexical: new Names(), functions: new Names() })
    }
  } as unknown as typeof Parser
})

export type Parsed = { readonly program: Program } | { readonly error: Finding }

/** Parses a script whose types are erased. Errors carry offsets in the text. May throw RangeError. */
export function parseJavascript(javascript: string, options: { readonly preserveParens?: boolean } = {}): Parsed {
  try {
    const basics = { ecmaVersion: 2025, sourceType: 'script', ranges: true } as const
    return { program: QuickParser.parse(STRICT + javascript, { ...basics, ...options }) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const position = 'pos' in error && typeof error.pos === 'number' ? error.pos : TREE_OFFSET
    const start = position - TREE_OFFSET
    return { error: { message: error.message.replace(/\s*\(\d+:\d+\)$/, ''), start, end: start + 1 } }
  }
}
