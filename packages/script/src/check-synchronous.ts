import type { Program } from 'acorn'
import type { Span } from './problem.ts'
import type { Report } from './report.ts'

const TEXT = 'Functions must be synchronous: async and await cannot be used, because a script waits for nothing'

/**
 * Refuses asynchronous code. Whatever continues after a function has returned would run at a time that depends on the
 * speed of the machine: when the engine pauses, not before the next price.
 */
export function checkSynchronous(program: Program, report: Report): void {
  const queue: unknown[] = [program]
  while (queue.length > 0) {
    const node = queue.pop()
    if (typeof node !== 'object' || node === null) continue
    const { type, start, end, await: waits } = node as Record<string, unknown> & Partial<Span>
    if (
      isAsync(node) ||
      isAsync(methodOf(node)) ||
      waits === true ||
      type === 'AwaitExpression' ||
      type === 'ImportExpression'
    ) {
      report.error(TEXT, { start: start ?? 0, end: end ?? 0 })
      // Nested cases are reported once the outermost one is fixed.
      continue
    }
    queue.push(...(Array.isArray(node) ? (node as unknown[]) : Object.values(node)))
  }
}

function isAsync(node: unknown): boolean {
  return (node as { async?: unknown } | null)?.async === true
}

/** The function node of a method starts at its parameters, after the `async` keyword that is reported. */
function methodOf(node: object): unknown {
  const { type, value, method } = node as { type?: unknown; value?: unknown; method?: unknown }
  return type === 'MethodDefinition' || (type === 'Property' && method === true) ? value : null
}
