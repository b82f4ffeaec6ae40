import { parse, type ParseError } from '@babel/parser'
import type { Finding } from './problem.ts'
import { blankTypes, type TreeNode } from './blank-types.ts'

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
  try {
    const tree = parse(source, {
      sourceType: 'script',
      strictMode: true,
      attachComment: false,
      createParenthesizedExpressions: true,
      // Accepted here only to be refused below with a text that helps.
      allowImportExportEverywhere: true,
      allowAwaitOutsideFunction: true,
      // Without this option and with error recovery, nested `<T>(` takes twice the time per level: a text of 200
      // characters would never end. Its price is that a generic arrow function is written `<T,>(x: T) => x`.
      plugins: [['typescript', { disallowAmbiguousJSXLike: true }], 'decorators'],
    })
    const { text, refused } = blankTypes(source, tree.program as unknown as TreeNode)
    return { javascript: text, errors: refused.sort((a, b) => a.start - b.start) }
  } catch (error) {
    if (!isParseError(error)) throw error
    return { javascript: source, errors: [finding(error)] }
  }
}

/** Where the parser's own words would not help the author. */
const TEXTS: Readonly<Record<string, string>> = {
  ReservedTypeAssertion: "Write 'value as Type' instead of '<Type>value'",
  ReservedArrowTypeParam: 'Write a comma after the type parameter of an arrow function: <T,>(x: T) => x',
}

type Raised = ParseError & { readonly message?: string; readonly pos?: number; readonly loc?: { index?: number } }

function isParseError(error: unknown): error is Raised {
  return error instanceof SyntaxError && 'reasonCode' in error
}

function finding(error: Raised): Finding {
  const start = error.pos ?? error.loc?.index ?? 0
  const raw = (error.message ?? 'Syntax error').replace(/\s*\(\d+:\d+\)$/, '')
  const message = TEXTS[error.reasonCode ?? ''] ?? raw.split('\n')[0] ?? raw
  return { message, start, end: start + 1 }
}
