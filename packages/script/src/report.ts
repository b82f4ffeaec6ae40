import type { Span } from './problem.ts'

/** Takes what a check has found; spans are offsets in the parsed tree. */
export interface Report {
  error(message: string, span: Span): void
  warn(message: string, span: Span): void
}
