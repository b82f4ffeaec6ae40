import { parse, type ParseError } from '@babel/parser'
import type { Finding } from './problem.ts'
import { blankTypes, type TreeNode } from './blank-types.ts'

export interface Erased {
  /** The script without types; every remaining character stays at its offset. */
  readonly javascript: string
  readonly errors: readonly Finding[]
}

/**
 * Erases TypeScript's types by overwriting them with spaces, so that lines and columns do not change. Syntax that is
 * more than types (enum, namespace, parameter properties, decorators, import, export, top-level await) is refused with
 * an error. The parser is pure JavaScript, without WebAssembly or Node, because it also runs in the editor. May throw
 * RangeError on text that is nested too deeply.
 */
export function eraseTypes(source: string): Erased {
  try {
    const tree = parse(source, {
      sourceType: 'script',
      strictMode: true,
      attachComment: false,
      createParenthesizedExpressions: true,
      // Accepted here only so that a clearer error can refuse it below.
      allowImportExportEverywhere: true,
      allowAwaitOutsideFunction: true,
      // Without this option, error recovery doubles the time per level of nested `<T(`: a text of 200 characters would
      // never finish. In exchange, a generic arrow function must be written `<T,>(x: T) => x`.
      plugins: [['typescript', { disallowAmbiguousJSXLike: true }], 'decorators'],
    })
    const { text, refused } = blankTypes(source, tree.program as unknown as TreeNode)
    return { javascript: text, errors: refused.sort((a, b) => a.start - b.start) }
  } catch (error) {
    if (!isParseError(error)) throw error
    return { javascript: source, errors: [finding(error)] }
  }
}

/** Replacements for parser messages that would not help the author. */
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
