import { parse, type ParseError } from '@babel/parser'
import type { Span } from './problem.ts'
import { blankTypes, type TreeNode } from './blank-types.ts'

export interface Finding extends Span {
  readonly message: string
}

export interface Erased {
  /** The script without types: every remaining character stands where it stood. */
  readonly javascript: string
  readonly errors: readonly Finding[]
}

/**
 * Erases TypeScript's types by overwriting them with spaces, so that every line and column stays the author's.
 * What is more than types (enum, namespace, parameter properties, decorators, import, export, top-level await) is
 * refused with an error. A pure parser is used, no WebAssembly and no Node, because the editor runs this as well.
 * May throw RangeError on text that is nested too deeply.
 */
export function eraseTypes(source: string): Erased {
  const errors: Finding[] = []
  try {
    const tree = parse(source, {
      sourceType: 'script',
      strictMode: true,
      errorRecovery: true,
      attachComment: false,
      createParenthesizedExpressions: true,
      // Accepted here only to be refused below with a text that helps.
      allowImportExportEverywhere: true,
      allowAwaitOutsideFunction: true,
      plugins: ['typescript', 'decorators'],
    })
    for (const error of tree.errors ?? []) errors.push(finding(error))
    const { text, refused } = blankTypes(source, tree.program as unknown as TreeNode)
    errors.push(...refused)
    return { javascript: text, errors: errors.sort((a, b) => a.start - b.start) }
  } catch (error) {
    if (!isParseError(error)) throw error
    return { javascript: source, errors: [finding(error)] }
  }
}

type Raised = ParseError & { readonly message?: string; readonly pos?: number; readonly loc?: { index?: number } }

function isParseError(error: unknown): error is Raised {
  return error instanceof SyntaxError && 'reasonCode' in error
}

function finding(error: Raised): Finding {
  const start = error.pos ?? error.loc?.index ?? 0
  const message = (error.message ?? 'Syntax error').replace(/\s*\(\d+:\d+\)$/, '')
  return { message: message.split('\n')[0] ?? message, start, end: start + 1 }
}
