import type { Span } from './problem.ts'

/** Receives the problems that a check finds; spans are offsets in the parsed tree. */
export interface Report {
  error(message: string, span: Span): void
  warn(message: string, span: Span): void
}
