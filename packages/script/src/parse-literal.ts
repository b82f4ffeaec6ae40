import { parseExpressionAt, tokenizer } from 'acorn'
import { type Literal, readLiteral } from './read-literal.ts'

const OPTIONS = { ecmaVersion: 2025, sourceType: 'script' } as const

/**
 * The value of a parameter as a user typed it: null for an empty text, undefined if it is not a JavaScript literal. A
 * number may start with its decimal point.
 */
export function parseLiteral(typed: string): Literal | undefined {
  const text = typed.trim().replace(/^\./, '0.')
  if (text === '') return null
  try {
    const node = parseExpressionAt(text, 0, OPTIONS)
    const isWhole = tokenizer(text.slice(node.end), OPTIONS).getToken().type.label === 'eof'
    return isWhole ? readLiteral(node) : undefined
  } catch {
    return undefined
  }
}

/** What a user is told about a text that is not a literal. */
export function literalProblem(typed: string): string {
  return `Could not parse ${typed.trim()}. Must use valid JavaScript literal notation`
}
